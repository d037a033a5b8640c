/** The documented fields of a Crelate job that Jobdock fills, with the type of each. */
export const crelateFields: Readonly<Record<string, string>> = {
  ExternalPrimaryKey: 'Text',
  Name: 'Text',
  CompanyId: 'Id',
  JobTitleId: 'Id',
  NumberOfOpenings: 'Number',
  Description: 'Text',
  StartDate: 'Date',
  BillRate: 'Number',
  PayRate: 'Number',
  AddressBusiness_Line1: 'Text',
  AddressBusiness_City: 'Text',
  AddressBusiness_State: 'Text',
  AddressBusiness_ZipCode: 'Text',
  IsOnHold: 'Boolean',
};

/** The field that finds a job again, which no field mapping may set. */
export const referenceField = 'ExternalPrimaryKey';
