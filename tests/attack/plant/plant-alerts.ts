type Row = readonly [table: string, row: Readonly<Record<string, unknown>>];

/** A row of each table of alerts, about errors and about jobs, for customer `n`: `c` is its canary, `at` an instant. */
export const alertRows = (n: number, c: string, at: string): Row[] => [
  ['error_event', { id: n, code: 2, at, times: 1, about: c, words: c, counted: true }],
  ['error_configuration', { id: n, threshold: 1, by_slack: true, by_mail: false, silence_minutes: 1, latest: c, messages: 0 }],
  ['slack_message', { id: n, cause: c, text: c, at, state: 'sent', ended_at: at, answer: c }],
  ['slack_pace', { next_at: at }],
  [
    'job_alert',
    {
      id: n,
      name: c,
      enabled: true,
      target_id: n,
      // No view: these tests do not bundle the thread that reads lists of jobs.
      configuration_id: 999_999,
      owner_id: n,
      frequency: 'daily',
      days: [],
      day: 1,
      on_time: '08:00',
      jobs_in_email: 5,
      apply_link: '',
      by_degree: true,
      by_specialty: true,
      by_place: false,
      email_text: c,
      zone: 'UTC',
      next_at: null,
      paused_because: c,
    },
  ],
  ['job_alert_run', { id: n, alert_id: n, due_at: at, state: 'nothing', message: c, ended_at: at }],
  ['job_alert_job', { alert_id: n, job_id: n }],
  [
    'sms_message',
    { id: n, cause: c, to_phone: c, phone_key: c, text: c, segments: 1, at, state: 'sent', ended_at: at, answer: c },
  ],
  ['sms_pace', { next_at: at }],
  ['sms_stop', { phone_key: c, stopped: true, changed_at: at }],
  ['job_alert_stop', { address_key: c, stopped_at: at }],
];
