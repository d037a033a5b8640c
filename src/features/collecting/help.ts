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
      { ask: 'I saved a web page or an email', answer: 'Open it and save its table as CSV or XLSX, then upload that file.' },
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
    screens: ['unknownStatuses'],
    title: 'Unknown statuses',
    about: 'Texts that vendors use for the status of a job, and that no one has explained yet, over all customers.',
    how: [
      {
        ask: 'Say what a text means',
        answer:
          'Open its source. Under Vendor statuses, choose the status that the text means, and save. Jobs that waited move at once.',
      },
      { ask: 'What happens to its jobs meanwhile', answer: 'New jobs are staged on hold. Known jobs keep the status they have.' },
    ],
  },
  {
    screens: ['tasks', 'taskAdd', 'taskEdit'],
    title: 'Tasks',
    about: 'What Jobdock collects from each vendor, how often, and how the last run went.',
    how: [
      {
        ask: 'Connect a vendor',
        answer:
          'Choose Add task: select the source, enter its sign-in, say which jobs to collect, and look at the first 20 jobs.',
      },
      {
        ask: 'Collect only some jobs of a vendor',
        answer:
          'Jobs to collect on the page of the task chooses work types and the days to the start. Jobs that are staged already stay and are kept up to date.',
      },
      {
        ask: 'Let a vendor send its jobs',
        answer:
          'Add a task that collects with Webhook, then create its address on the page of the task and give it to the vendor. A delivery never cancels jobs.',
      },
      {
        ask: 'Change several tasks at once',
        answer:
          'Choose them by their boxes, then enable, disable, schedule or run them. All but running also works without a connection.',
      },
      { ask: 'Run a task now', answer: 'Choose Run now in its row. The bell and the work list say how it went.' },
      {
        ask: 'Read the columns of a feed differently',
        answer: 'Columns of the feed on the page of the task shows them with samples, and keeps your choice for the source.',
      },
      {
        ask: 'Collect from the emails of a vendor',
        answer:
          'Add a task with the crawler Mail, choose Show the address on its page, and have the vendor’s emails sent or forwarded there.',
      },
      {
        ask: 'A task shows an alarm',
        answer:
          'The alarm says what to check: the address, the sign-in, or a feed that suddenly lists far fewer jobs. Until you accept it, nothing is canceled.',
      },
    ],
  },
  {
    screens: ['agentStats'],
    title: 'Task statistics',
    about: 'What the runs of each task did on one day of its customer’s time zone. Only administrators see it.',
    how: [
      { ask: 'See what went wrong on a day', answer: 'Choose the day and switch Failures only on. The last error says why.' },
      {
        ask: 'What Pulled and Opened count',
        answer: 'Pulled are the jobs that the vendor listed, added up over the runs of the day. Opened are those that were new.',
      },
      { ask: 'Try whether a vendor lets a task in', answer: 'Choose Check login in its row. Nothing is collected.' },
    ],
  },
  {
    screens: ['emailHistory'],
    title: 'Email history',
    about: 'Every email that a task got, with the jobs that it gave. Two piles wait for a person.',
    how: [
      {
        ask: 'See what an email says',
        answer: 'Choose View email. Its pictures, links and scripts do nothing here, and it is not kept on this device.',
      },
      {
        ask: 'No parser took an email',
        answer:
          'Choose Parse email: it says why. An administrator makes a parser from the email, or teaches one that exists, and then chooses Reprocess email.',
      },
      {
        ask: 'A sender is not confirmed',
        answer:
          'Anyone can write any address as the sender of an email. Look at the email: accept it if you expected it, otherwise put it aside.',
      },
      {
        ask: 'Which emails cancel jobs',
        answer: 'Only an email that lists all open jobs, and only the newest one of its task. All others add and change jobs.',
      },
    ],
  },
  {
    screens: ['parsers', 'parserEdit', 'parserRules'],
    title: 'Parsers',
    about: 'A parser finds the values of jobs in the emails of one vendor. It is the same for all customers that have it.',
    how: [
      {
        ask: 'Teach a parser a new email',
        answer:
          'Add a sample, then mark a text in it, or choose one of its known labels. The result beside it shows what the parser reads.',
      },
      {
        ask: 'Say which emails a parser takes',
        answer:
          'Add a trigger under Parser rules, and a token that uses it. An email is taken if all triggers of the parser are found in it.',
      },
      {
        ask: 'A value is read wrongly',
        answer: 'Edit its token. After you save it, the result says what has changed in every sample.',
      },
      {
        ask: 'A struck-through value is missing',
        answer: 'Text that the vendor has struck through, hidden text, and the earlier emails that a reply quotes are not read.',
      },
      {
        ask: 'Two values contradict each other',
        answer: 'The first one is taken, and the job has a warning with both. Ask the vendor which one is right.',
      },
    ],
  },
  {
    screens: ['customerParsers'],
    title: 'Customer parsers',
    about: 'The parsers that read the emails of the customer in view.',
    how: [
      { ask: 'Read the emails of a vendor', answer: 'Assign its parser. A customer has a parser once.' },
      { ask: 'Stop reading them', answer: 'Take the parser away. Jobs that are staged stay.' },
    ],
  },
];
