-- A run is made by the clock unless something else says so.
alter table report_run alter column by_hand set default false;
