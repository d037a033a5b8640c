-- Texts whose twins are mapped for other targets, which are looked up by their twins.
create index map_value_twins on map_value (customer_id, id) where row ? 'twins';

select pgboss.create_queue('map-twins', '{"policy": "standard"}');
