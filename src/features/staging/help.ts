import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const stagingHelp: readonly HelpTopic[] = [
  {
    screens: ['staging'],
    title: 'Staging',
    about:
      'Every collected job, before and after it is posted. The tabs are views: Triage (a mapping is missing), To post (ready), Posted, Held, Needs attention (the ATS rejected or did not confirm), All.',
    how: [
      {
        ask: 'Find jobs',
        answer:
          'Write what you look for as you would say it: icu nights in texas above 80 dollars. What was understood becomes chips; a part that cannot be used is named. OR joins parts, - excludes, quotes look for the exact word.',
        keys: '/',
      },
      {
        ask: 'Find a value of any field',
        answer:
          'Every field has a key, which the query completes as you type: payPerHour>70, certifications:BLS, certifications:"basic life support" for a text with spaces, customField3:"" for an empty one.',
        keys: '/',
      },
      {
        ask: 'Filter with fields',
        answer:
          'Filter shows the query as fields: statuses, new jobs, mapping, distance from a zip code, texts. Both change together, and nothing you typed is lost.',
        keys: 'q',
      },
      {
        ask: 'Map a value',
        answer: 'Choose Map in the cell, then the value of the ATS. All jobs with that text follow.',
        keys: 'm',
      },
      {
        ask: 'Edit a rate or a date',
        answer:
          'Press Enter in the cell and type. Your value is locked: collection and rules leave it alone until you unlock it.',
        keys: 'enter',
      },
      {
        ask: 'Post jobs',
        answer:
          'Select jobs and choose Post. A check says which are ready and why others are not. Each job reaches the ATS once, even if the connection drops.',
        keys: 'p',
      },
      {
        ask: 'Choose between two sources of one order',
        answer:
          'Open the job and choose Compare. Post this one keeps the other back; These are different orders lets both be posted. is:choose finds the orders that wait for a choice.',
      },
      { ask: 'Hold or release a job', answer: 'A held job is not posted until you release it.', keys: 'h' },
      {
        ask: 'Hide a job',
        answer: 'A hidden job leaves the views. All still lists it, and Unhide brings it back.',
        keys: 'backspace',
      },
      {
        ask: 'Assign jobs',
        answer:
          'Select jobs and choose Assign… (A) under More, or press i for Assign to me. Mine above the grid shows your jobs; assigned:ann finds those of Ann. Collection keeps who works on a job, and it works offline.',
        keys: 'i',
      },
      {
        ask: 'Write a note on a job',
        answer:
          'Open the job and choose Notes. Type @ to mention a person, who gets a notification. Ctrl Enter saves. is:noted finds jobs with notes.',
      },
      {
        ask: 'Submit a caregiver to a job',
        answer:
          'Open the job or select it alone, then choose Submit caregiver, or press S. Its tab Submissions shows who was put forward. is:submitted finds jobs with submissions.',
      },
      {
        ask: 'Cancel or reopen orders',
        answer:
          'Select jobs, then choose Cancel orders… or Reopen orders… under More. The question names the orders; Keep orders goes back. A reopened order reads Checking while its vendor is asked whether it still exists, where the vendor can be asked.',
        keys: 'c',
      },
      {
        ask: 'See the shifts of an order',
        answer:
          'The number in the first column opens the order. All its children show below it; those that are not in the view are dimmed. The right and left arrow keys do the same in that column.',
      },
      { ask: 'Undo a change', answer: 'Takes back your last change, also after a reload. A post cannot be undone.', keys: 'u' },
      {
        ask: 'See why a value is what it is',
        answer: 'The card of a cell names the vendor’s text, the mapping with its certainty, the rule or the person that set it.',
        keys: 'Space',
      },
      {
        ask: 'Open a job',
        answer:
          'The panel shows the values of the ATS, the vendor’s own text, the history, and what keeps the job from being posted.',
        keys: 'e',
      },
      {
        ask: 'Keep a view',
        answer:
          'Views, Save as a view… keeps columns, order, groups and query under a name, for you or for everyone at the customer. What you change in it shows Edited, with Save, Save as… and Reset.',
      },
      {
        ask: 'Group jobs',
        answer:
          'The menu of a column header groups by that column, and by a second one inside it. Groups show counts and totals; the arrow keys open and close them.',
        keys: 'Alt+↓',
      },
      {
        ask: 'Export jobs',
        answer:
          'Export above the grid saves the jobs of the view in the columns shown, as CSV or for Excel (at most 10,000 rows). It works offline.',
      },
      {
        ask: 'See new jobs',
        answer: 'While you work in the rows, new jobs wait above them, so that no row moves under your hands. Show brings them.',
        keys: 'n',
      },
      {
        ask: 'See what changed since I left',
        answer:
          'Since you left appears above the rows after half an hour away: new jobs, changed rates, canceled orders, each a filter.',
      },
      {
        ask: 'Open the files of a job',
        answer:
          'Open the job and choose Attachments: files of its emails, and those that its feed links to. What you downloaded once opens on this device without a connection.',
      },
      {
        ask: 'Change a rate or date of many jobs',
        answer:
          'Select the jobs and choose Fill…: set a value, add an amount or a percentage, or move dates. The preview shows each old and new value, and what is left out and why. One Undo takes all of it back.',
        keys: 'd',
      },
      {
        ask: 'Paste from a spreadsheet',
        answer:
          'Copy cells in Excel or Google Sheets and paste them onto the rows. A column of job numbers finds the jobs; without one, the rows go to the selected jobs in order. On a tablet, choose Paste values… in the menu of the bar.',
        keys: 'mod+v',
      },
      {
        ask: 'Choose columns',
        answer:
          'Columns shows, hides and orders the columns of the grid on this device. Every field of a job is there: search by its name.',
      },
      {
        ask: 'Work with cards on a phone',
        answer: 'Swipe right to hold, left to hide, press long to select. The menu of a card has every action.',
      },
    ],
  },
  {
    screens: ['assignments'],
    title: 'Assignments',
    about:
      'Who gets the open jobs of a source, a facility, or a facility at one source. The first assignment in order that fits a job assigns it.',
    how: [
      {
        ask: 'Assign a facility to a person',
        answer:
          'Choose Add assignment, the person and the facility. A facility of the ATS takes all jobs that are mapped to it; a vendor’s text takes the jobs with that text.',
      },
      {
        ask: 'Keep a job with somebody else',
        answer:
          'Assign it by hand in staging, or unassign it. What a person decided about a job is kept; undo gives the job back.',
      },
      {
        ask: 'See what a change does',
        answer: 'The form says how many open jobs go to whom before you save. Jobs follow within a few seconds.',
      },
      {
        ask: 'Somebody left',
        answer:
          'A person who is disabled or can no longer see staging gets no more jobs. The next assignment that fits takes theirs, else no one has them.',
      },
    ],
  },
  {
    screens: ['findJob'],
    title: 'Find job',
    about:
      'What became of one order: collected, changed by rules, mapped, posted, and what the ATS answered, each with its time. Also finds what never became a job: a refused row, an email that gave no job, a removed job.',
    how: [
      {
        ask: 'Find an order',
        answer: 'Enter its ID at the vendor, in the ATS or in Jobdock, then choose Find job. A source makes the search narrower.',
        keys: 'g j',
      },
      {
        ask: 'See what the vendor sent',
        answer: 'Choose Show the vendor’s record under Collected. Files of vendors are kept for 30 days.',
      },
      {
        ask: 'Search without a connection',
        answer: 'The jobs on this device are searched, and the screen says what it cannot see.',
      },
    ],
  },
  {
    screens: ['adminUtilities'],
    title: 'Admin utilities',
    about: 'For administrators: cancels every open order of one source, such as after an agency has left a vendor.',
    how: [
      {
        ask: 'Cancel the open orders of a source',
        answer:
          'Choose the source, look at the counts, and enter your password. A wrong password cancels nothing and signs you out.',
      },
      {
        ask: 'Take the cancellation back',
        answer: 'Choose Undo in the background work at the top. Orders that people changed since stay.',
      },
    ],
  },
];
