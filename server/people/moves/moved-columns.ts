/** What becomes of a column when its source moves to another customer, and why. */
type Fate = readonly ['moves' | 'stays', string];

/**
 * Every column that names a source, or something that belongs to one: a task, a job, a mapped text. A test compares this list with the
 * schema, so that a later table cannot be forgotten.
 */
export const sourceColumns: Readonly<Record<string, Fate>> = {
  'ai_answer.job_ids': ['stays', 'The question belongs to a rule, or to a description that is read again there.'],
  'ai_feedback.job_id': ['stays', 'It is what a person of the parent said.'],
  'attached_file.source_id': ['moves', 'Files of its jobs. Their key moves with the secrets of the source.'],
  'collection_run.task_id': ['moves', 'It is the history of a task.'],
  'column_mapping.source_id': ['moves', 'It says how the files of the source are read.'],
  'facility_rule.source_id': ['stays', 'It belongs to a rule, and rules stay.'],
  'feed_listing.job_id': [
    'stays',
    'It belongs to a feed of the parent, whose page of the job is gone. A feed of the other customer lists the job under a reference of its own.',
  ],
  'job_alert_job.job_id': ['stays', 'It belongs to an alert of the parent, which no longer finds the job.'],
  'job.facility_value_id': ['moves', 'It is part of the job; the mapped text moves with the same id.'],
  'job.provider_job_id': ['moves', 'It is part of the job.'],
  'job.source_id': ['moves', 'A job belongs to its source.'],
  'job.task_id': ['moves', 'A job keeps its task.'],
  'job_attachment.job_id': ['moves', 'A file belongs to its job.'],
  'job_attachment.source_id': ['moves', 'Its job belongs to the source.'],
  'job_note.job_id': ['moves', 'A note belongs to its job.'],
  'job_history.job_id': ['moves', 'It is the history of a job.'],
  'kept_file.source_id': ['moves', 'Jobs of the source come from it. Its key moves with the secrets of the source.'],
  'kept_file.task_id': ['moves', 'Its task moves.'],
  'mail_address.task_id': ['moves', 'Emails of the vendor go on to the task.'],
  'mailbox_cursor.task_id': ['moves', 'It says where reading of the task’s mailbox goes on.'],
  'map_run_change.value_id': ['stays', 'It belongs to a run of the parent, which no longer finds the text.'],
  'map_value.source_id': ['moves', 'A mapped text belongs to its source.'],
  'parser.source_id': ['stays', 'Parsers are the provider’s.'],
  'parser.without_job_id': ['stays', 'It names no job: it says that the jobs of a parser have no id.'],
  'pay_degree.ats_value_id': ['stays', 'It belongs to a list of the target.'],
  'pay_fee.source_id': ['moves', 'It is the fee of the source.'],
  'post.job_id': ['moves', 'A post belongs to its job.'],
  'post.value_ids': ['moves', 'They are ids of mapped texts, which move with the same ids.'],
  'post_drift.job_id': [
    'stays',
    'It belongs to a target of the parent, where the job is not posted any more. The other customer’s next look finds what differs.',
  ],
  'post_attempt.job_id': ['moves', 'It is the history of a post.'],
  'received_mail.source_id': ['moves', 'Jobs of the source come from it. Its key moves with the secrets of the source.'],
  'received_mail.task_id': ['moves', 'Its task moves.'],
  'run_job.job_id': ['stays', 'It belongs to a run of the parent, which no longer finds the job.'],
  'submission.job_id': ['stays', 'It was sent with the targets of the parent, where it also ends.'],
  'submission.provider_job_id': ['stays', 'It is part of the submission.'],
  'vendor_status.source_id': ['moves', 'It says what the texts of the vendor mean.'],
  'webhook_delivery.task_id': ['moves', 'A delivery waits for its task. The address of the task moves with its secrets.'],
  'source_order_type.source_id': ['moves', 'It is the order type of the jobs of the source.'],
};
