-- A job has 2 to 3 kB. PostgreSQL compresses rows of more than 2 kB, which took a third of the time to stage new jobs, and again
-- some at each read. Rows up to the size of a page now stay as they are; longer texts are still moved out.
alter table job set (toast_tuple_target = 8160);
