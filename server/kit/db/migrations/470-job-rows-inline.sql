-- A job has 2 to 3 kB. PostgreSQL compresses rows of more than 2 kB, which took about a third of its processor time for new jobs, and
-- some more at each read. Rows up to the size of a page now stay as they are; longer texts are still moved out.
alter table job set (toast_tuple_target = 8160);
