-- Every target of these kinds begins with the lines that say what its job orders got before, as those of Bullhorn do since 690.
update customer_feed set rev = rev + 1 where customer_id in (
  select customer_id from target where not deleted and (row ->> 'typeId')::integer in (2, 9, 22, 40));
insert into field_mapping (customer_id, id, rev, row)
select customer_id, id, rev, line || jsonb_build_object('id', id, 'targetId', target_id, 'version', 1, 'by', 'Jobdock',
  'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ref', null, 'purged', false)
from (
  select t.customer_id, t.id as target_id, f.rev, line, nextval(pg_get_serial_sequence('field_mapping', 'id')) as id
  from target t join customer_feed f on f.customer_id = t.customer_id
  join (values
(2, '[
  {"position":1,"jobField":"facility","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"clientid"},
  {"position":2,"jobField":"degree","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"nursetype"},
  {"position":3,"jobField":"specialty","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"specialty"},
  {"position":4,"jobField":"startDate","condition":"","value":"","valueType":1,"fieldType":"date","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"date_start"},
  {"position":5,"jobField":"endDate","condition":"","value":"","valueType":1,"fieldType":"date","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"date_end"},
  {"position":6,"jobField":"shift","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"shiftId"}
]'::jsonb),
(9, '[
  {"position":1,"jobField":"title","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":80,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Name"},
  {"position":2,"jobField":null,"condition":"","value":"[Mapped Degree] [Mapped Specialty]","valueType":1,"fieldType":"text","workType":0,"maxLength":80,"onUpdate":true,"onCancel":false,"option":5,"atsField":"Name"},
  {"position":3,"jobField":null,"condition":"","value":"Job order","valueType":1,"fieldType":"text","workType":0,"maxLength":80,"onUpdate":true,"onCancel":false,"option":5,"atsField":"Name"},
  {"position":4,"jobField":"facility","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"Client__c"},
  {"position":5,"jobField":"degree","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":2,"atsField":"Degree__c"},
  {"position":6,"jobField":"specialty","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":2,"atsField":"Specialty__c"},
  {"position":7,"jobField":"shift","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":3,"atsField":"Shift__c"},
  {"position":8,"jobField":"startDate","condition":"","value":"","valueType":1,"fieldType":"date","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Start_Date__c"},
  {"position":9,"jobField":"endDate","condition":"","value":"","valueType":1,"fieldType":"date","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"End_Date__c"},
  {"position":10,"jobField":"positions","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Openings__c"},
  {"position":11,"jobField":null,"condition":"","value":"1","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"Openings__c"},
  {"position":12,"jobField":"billRate","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Bill_Rate__c"},
  {"position":13,"jobField":"payPerHour","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Pay_Rate__c"},
  {"position":14,"jobField":"hoursPerWeek","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Hours_Per_Week__c"},
  {"position":15,"jobField":"description","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Description__c"},
  {"position":16,"jobField":"note","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Description__c"},
  {"position":17,"jobField":"city","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"City__c"},
  {"position":18,"jobField":"state","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"State__c"},
  {"position":19,"jobField":"providerJobId","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"VMS_Job_ID__c"},
  {"position":20,"jobField":null,"condition":"[Status] equal \"Open\"","value":"yes","valueType":1,"fieldType":"yesNo","workType":0,"maxLength":null,"onUpdate":true,"onCancel":true,"option":4,"atsField":"Is_Open__c"},
  {"position":21,"jobField":null,"condition":"","value":"no","valueType":1,"fieldType":"yesNo","workType":0,"maxLength":null,"onUpdate":true,"onCancel":true,"option":5,"atsField":"Is_Open__c"},
  {"position":22,"jobField":"status","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":true,"option":0,"atsField":"Status__c"}
]'::jsonb),
(22, '[
  {"position":1,"jobField":"title","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Name"},
  {"position":2,"jobField":null,"condition":"","value":"[Mapped Degree] [Mapped Specialty]","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"Name"},
  {"position":3,"jobField":null,"condition":"","value":"Job order","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"Name"},
  {"position":4,"jobField":"facility","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"CompanyId"},
  {"position":5,"jobField":"specialty","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"JobTitleId"},
  {"position":6,"jobField":"positions","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"NumberOfOpenings"},
  {"position":7,"jobField":null,"condition":"","value":"1","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"NumberOfOpenings"},
  {"position":8,"jobField":"description","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Description"},
  {"position":9,"jobField":"note","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"Description"},
  {"position":10,"jobField":null,"condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"Description"},
  {"position":11,"jobField":"startDate","condition":"","value":"","valueType":1,"fieldType":"date","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"StartDate"},
  {"position":12,"jobField":"billRate","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"BillRate"},
  {"position":13,"jobField":"payPerHour","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"PayRate"},
  {"position":14,"jobField":"mappedFacilityAddress","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"AddressBusiness_Line1"},
  {"position":15,"jobField":"mappedFacilityCity","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"AddressBusiness_City"},
  {"position":16,"jobField":"mappedFacilityState","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"AddressBusiness_State"},
  {"position":17,"jobField":"mappedFacilityZip","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"AddressBusiness_ZipCode"},
  {"position":18,"jobField":null,"condition":"[Status] equal \"Open\"","value":"no","valueType":1,"fieldType":"yesNo","workType":0,"maxLength":null,"onUpdate":true,"onCancel":true,"option":4,"atsField":"IsOnHold"},
  {"position":19,"jobField":null,"condition":"","value":"yes","valueType":1,"fieldType":"yesNo","workType":0,"maxLength":null,"onUpdate":true,"onCancel":true,"option":5,"atsField":"IsOnHold"}
]'::jsonb),
(40, '[
  {"position":1,"jobField":"title","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"title"},
  {"position":2,"jobField":null,"condition":"","value":"[Mapped Degree] [Mapped Specialty]","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"title"},
  {"position":3,"jobField":null,"condition":"","value":"Job order","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"title"},
  {"position":4,"jobField":"mappedFacilityCity","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"city"},
  {"position":5,"jobField":"city","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"city"},
  {"position":6,"jobField":"mappedFacilityState","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"state"},
  {"position":7,"jobField":"state","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"state"},
  {"position":8,"jobField":"mappedFacilityZip","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"postalCode"},
  {"position":9,"jobField":"zip","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"postalCode"},
  {"position":10,"jobField":"degree","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"license"},
  {"position":11,"jobField":"specialty","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":1,"atsField":"specialty"},
  {"position":12,"jobField":"shift","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":3,"atsField":"shift"},
  {"position":13,"jobField":"shiftsPerWeek","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"shiftsPerWeek"},
  {"position":14,"jobField":"hoursPerShift","condition":"","value":"","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"hoursPerShift"},
  {"position":15,"jobField":null,"condition":"[Duration] is not empty","value":"=round([Duration] / 7)","valueType":2,"fieldType":"number","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":4,"atsField":"durationLength"},
  {"position":16,"jobField":null,"condition":"[Duration] is not empty","value":"week","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":4,"atsField":"durationUnit"},
  {"position":17,"jobField":"startDate","condition":"","value":"","valueType":1,"fieldType":"date","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"startDate"},
  {"position":18,"jobField":"description","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"description"},
  {"position":19,"jobField":"note","condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":0,"atsField":"description"},
  {"position":20,"jobField":null,"condition":"","value":"","valueType":1,"fieldType":"text","workType":0,"maxLength":null,"onUpdate":true,"onCancel":false,"option":5,"atsField":"description"}
]'::jsonb)
  ) as begins (type_id, lines) on begins.type_id = (t.row ->> 'typeId')::integer
  cross join jsonb_array_elements(begins.lines) as line
  where not t.deleted
    and not exists (select 1 from field_mapping m where m.customer_id = t.customer_id and m.target_id = t.id and not m.deleted)
) as line_of_target;
