import type { HelpTopic } from '#src/ui/screen/help-topic.ts';

export const peopleHelp: readonly HelpTopic[] = [
  {
    screens: ['customerBoard'],
    title: 'Customers',
    about:
      'Every customer, those that need somebody first: failed posts, unmapped jobs, tasks with an alarm, devices with unsent changes.',
    how: [
      {
        ask: 'Work in a customer’s data',
        answer: 'Choose a number, or the customer’s name. A frame and the marked name remind you whose data it is.',
      },
      {
        ask: 'See the failed posts of all customers',
        answer: 'Choose Posts. Failed ones come first, each with its reason; the job’s number opens it in its customer’s data.',
      },
      {
        ask: 'See which devices have unsent work',
        answer: 'Choose Unsent devices. Tasks lists the tasks of all customers, those with an alarm first.',
      },
      {
        ask: 'Work as one of their users',
        answer: 'Choose Work as a user in your account menu. It needs a reason, lasts an hour at most, and works online only.',
      },
    ],
  },
  {
    screens: ['roles'],
    title: 'Roles',
    about:
      'Which role allows what. Roles are the provider’s, for all agencies; a person’s rights may differ from those of the role.',
    how: [
      {
        ask: 'Compare two roles',
        answer: 'Choose one under Role and the other under Compare with. Only differences leaves out the rest.',
      },
      {
        ask: 'Change what a role allows',
        answer:
          'Administrators of the provider open the role and choose its rights. Before it is saved, you read who gains and who loses.',
      },
      {
        ask: 'Find out who follows a change',
        answer:
          'People whose rights are exactly those of the role follow it. Others keep theirs; the question before the save names both.',
      },
      { ask: 'Make a role like another', answer: 'Choose Copy under the role’s name, change what differs, and add it.' },
      { ask: 'Delete a role', answer: 'Give another role to the people who have it first. Then open it and choose Delete role.' },
    ],
  },
  {
    screens: ['customers', 'customer'],
    title: 'All customers',
    about:
      'Every customer with its plan, what it uses of it, its targets, and who looks after it. Children are below their parent.',
    how: [
      {
        ask: 'Add a customer',
        answer: 'Choose Add customer. It needs a name, an email address, a status, a start date and a plan.',
      },
      {
        ask: 'Find the customers of a target or an account manager',
        answer: 'Type it into its filter. An * at the start or end matches anything.',
      },
      {
        ask: 'Stop a customer’s access on a day',
        answer:
          'Set its disable date. Its people get a notice a week before; on that day, in its time zone, it becomes inactive.',
      },
      {
        ask: 'Delete a customer, or bring it back',
        answer:
          'Choose Delete and type its name: sign-in, collection and posts stop at once. For 30 days, the filter Listed with Deleted offers Restore.',
      },
      { ask: 'Put a customer below another', answer: 'Choose its parent in its Plan tab. A child has no children of its own.' },
    ],
  },
  {
    screens: ['labels'],
    title: 'Labels',
    about: 'What job fields and a few other words are called on every screen, in files and in emails.',
    how: [
      {
        ask: 'Rename a field',
        answer: 'Type into its label and press Enter. Open screens show it at once. Searches go on to understand the usual name.',
      },
      {
        ask: 'Return to the usual name',
        answer: 'Undo in the line of the label. It has the name of the target, the industry or the default again.',
      },
      {
        ask: 'Rename fields without a connection',
        answer:
          'The labels of the agency on screen are kept on this device: changes show at once and are sent later. If someone renamed the same field meanwhile, you choose.',
      },
      {
        ask: 'Take over the labels of others',
        answer:
          'Use labels shows what another customer, target or industry calls its fields, and what would change, before anything does.',
      },
    ],
  },
  {
    screens: ['account'],
    title: 'Account',
    about: 'Your company’s name, addresses, industry and time zone. Plan and status are set by the provider.',
    how: [
      { ask: 'Get notices at more addresses', answer: 'Write them into Also notify, separated by commas.' },
      { ask: 'Change the plan', answer: 'Ask your account manager: only the provider changes plans and limits.' },
      {
        ask: 'Work without a connection',
        answer: 'Name, industry and time zone are on this device. What you write there stays until you save it online.',
      },
    ],
  },
  {
    screens: ['link'],
    title: 'Parents and children',
    about: 'Which customer is the parent of which. The tasks of a parent collect for its children.',
    how: [
      {
        ask: 'Make a customer the child of another',
        answer: 'Choose Link customers, then both. A customer has one parent, and no child has children.',
      },
      {
        ask: 'Give a child the rules of its parent',
        answer: 'Choose Copy rules to child. They arrive inactive, so that someone looks at them first.',
      },
      {
        ask: 'Move sources to a child',
        answer:
          'Choose Move sources to child in the menu of the link. You see what moves, which rules stay and what prevents it before anything happens.',
      },
      {
        ask: 'Undo a move',
        answer:
          'Choose Moved sources, then Undo. All of its sources move back, or none if anything was changed or posted at the child since.',
      },
    ],
  },
  {
    screens: ['users', 'userEdit'],
    title: 'Users',
    about: 'Who works here, what each may do, and whether they can sign in.',
    how: [
      {
        ask: 'Invite somebody',
        answer: 'Choose Add user, enter name, email and role, and save. The email has a link that works once, for 72 hours.',
      },
      {
        ask: 'Invite somebody again',
        answer: 'Choose Invite again in the menu of the user. Earlier links stop working. The list says while an email waits.',
      },
      {
        ask: 'See where a right comes from',
        answer: 'Open the user and choose Rights: each right says whether the role, the user or another right gives it.',
      },
      {
        ask: 'Read “+2 −1” beside a role',
        answer: 'The user has two rights that the role lacks, and lacks one of the role’s. Point at it to read which.',
      },
      {
        ask: 'Change several users at once',
        answer: 'Tick them, then choose role, notices or disable in the bar below. All of them change, or none.',
      },
      {
        ask: 'Help somebody who lost the phone',
        answer: 'Open the user, choose Sessions, then Remove second factor. It needs your own confirmation.',
      },
      {
        ask: 'Let somebody go',
        answer: 'Disable the user to keep everything for later, or delete the user: the question names all that goes along.',
      },
    ],
  },
  {
    screens: ['linkedPeople'],
    title: 'Linked people',
    about: 'People of other customers who work in your data or ask to, and the customers where your own people work.',
    how: [
      {
        ask: 'Work in the data of another customer',
        answer: 'Choose Ask for access and type its name exactly. Its people decide, and you get an email.',
      },
      {
        ask: 'Approve a request',
        answer: 'Choose Approve on the request, then the rights that the person gets here. You can give what you hold yourself.',
      },
      {
        ask: 'End somebody’s access',
        answer: 'Choose End access. It acts at once, and your data is removed from that person’s devices.',
      },
      { ask: 'Ask again after a rejection', answer: 'A day later, choose Ask again on the link.' },
    ],
  },
  {
    screens: ['preferences'],
    title: 'Preferences',
    about: 'Your formats, your password and second factor, and how Jobdock looks on this device.',
    how: [
      { ask: 'Change my password', answer: 'Enter the current one and a new one under Password. Other browsers are signed out.' },
      {
        ask: 'Set up a second factor',
        answer: 'Add an authenticator app or a passkey, and keep the ten recovery codes: each signs you in once.',
      },
      { ask: 'Use the dark theme', answer: 'Choose Theme under This device.' },
      { ask: 'Turn single-key shortcuts off', answer: 'Choose Single-key shortcuts under This device.' },
    ],
  },
  {
    screens: ['activity'],
    title: 'Activity',
    about:
      'Who changed what, the newest first: the person, the user whose account they worked with, the values before and after.',
    how: [
      { ask: 'See what a person did', answer: 'Choose the person. Work of others in their account is listed, too.' },
      { ask: 'See the values before and after', answer: 'Open a line with the arrow before it.' },
      {
        ask: 'Give the list to an auditor',
        answer: 'Narrow it by day, person or kind and choose Export CSV. The name of the file says how many lines it has.',
      },
    ],
  },
  {
    screens: ['signOn'],
    title: 'Sign-on',
    about: 'People of your agency sign in with the account that they already have there (OpenID Connect).',
    how: [
      {
        ask: 'Connect our provider',
        answer:
          'Register Jobdock there with the redirect address shown, then enter the provider’s address, the client ID and the secret.',
      },
      {
        ask: 'Why does a domain not work yet?',
        answer: 'Jobdock’s provider confirms each domain first, so that no other agency can send your people to its own sign-on.',
      },
      {
        ask: 'Switch passwords off',
        answer: 'Turn the switch off and choose who keeps a password. These people can sign in when your provider is away.',
      },
      {
        ask: 'Is a second factor still asked for?',
        answer: 'Yes, unless your provider says that it asked for one. People with a second factor in Jobdock confirm with it.',
      },
    ],
  },
];
