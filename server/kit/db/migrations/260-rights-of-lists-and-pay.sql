-- Lists of the ATS (30), lists of VMS and MSP (31) and the pay setup (32) have rights of their own. Who could change targets
-- (23) keeps what they could do.
update role set rights = rights || array[30, 31, 32] where 23 = any(rights);
update app_user set rights = rights || array[30, 31, 32] where 23 = any(rights);
