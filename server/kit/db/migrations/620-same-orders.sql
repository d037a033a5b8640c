-- Finds the jobs of one facility: by the mapping of their own, and by the vendor texts that are mapped to it.
create index job_facility_map on job (customer_id, (row ->> 'facilityMap')) where row ->> 'facilityMap' is not null and not deleted;
create index map_value_mapped on map_value (customer_id, kind, mapped_id) where mapped_id is not null and not deleted;
