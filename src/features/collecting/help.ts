import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const collectingHelp: readonly HelpTopic[] = [
  {
    screens: ['jobUpload'],
    title: 'Upload jobs',
    about:
      'Brings a file of job orders into staging. Nothing is staged before you have seen it, and an upload never cancels jobs.',
    how: [
      {
        ask: 'Upload a file',
        answer: 'Choose a CSV, TXT, XLSX, XML or JSON of up to 20 MB, choose its source, check the columns, and stage the jobs.',
      },
      {
        ask: 'A column is read wrongly, or not at all',
        answer:
          'Choose its field, or Do not read. The preview follows at once, and the next file with these columns is read the same way.',
      },
      {
        ask: 'A row is refused',
        answer:
          'Its job ID, status, place, dates, bill rate or currency cannot be read. The list says which cell and how to correct it; the other rows are staged.',
      },
      { ask: 'A start date or a rate is flagged', answer: 'It is long past or out of the usual range. Flags stop nothing.' },
      { ask: 'I saved a web page or an e-mail', answer: 'Open it and save its table as CSV or XLSX, then upload that file.' },
    ],
  },
  {
    screens: ['crawlers', 'crawlerEdit'],
    title: 'Crawlers',
    about: 'The catalog of vendor systems that tasks of all customers collect from. Only administrators see it.',
    how: [
      {
        ask: 'Choose what a task asks for',
        answer:
          'Open the crawler and switch its fields on. Customizable lets people of the customer change a field; Admin only hides it from them.',
      },
      {
        ask: 'Use one org key for all customers',
        answer: 'Switch Preset org key on and enter the key once. Tasks use it, and no one sees it again.',
      },
      {
        ask: 'Keep a crawler out of new tasks',
        answer: 'Switch Hide from new tasks on. Tasks that use it keep collecting.',
      },
      {
        ask: 'See whether everything is complete',
        answer: 'Check and send lists what each crawler and task still lacks, and sends the catalog to all devices.',
      },
    ],
  },
  {
    screens: ['tasks', 'taskEdit'],
    title: 'Tasks',
    about: 'What Jobdock collects from each vendor, how often, and how the last run went.',
    how: [
      { ask: 'Collect a feed', answer: 'Add a task with the address of the feed, its source, and how often to collect it.' },
      { ask: 'Run a task now', answer: 'Choose Run now in its row. The bell and the work list say how it went.' },
      {
        ask: 'Read the columns of a feed differently',
        answer: 'Columns of the feed on the page of the task shows them with samples, and keeps your choice for the source.',
      },
      {
        ask: 'A task shows an alarm',
        answer:
          'The alarm says what to check: the address, the sign-in, or a feed that suddenly lists far fewer jobs. Until you accept it, nothing is canceled.',
      },
    ],
  },
];
