import * as z from 'zod';

const Selector = z.string().trim().min(1, 'Enter a CSS selector').max(500, 'At most 500 characters');

/** A page of the portal: `/jobs`, relative to the address that the task holds, or a whole address of an allowed host. */
const PageAddress = z.string().trim().min(1, 'Enter the address of a page, such as /jobs').max(2000, 'At most 2000 characters');

/** The name under which a value is kept. The feed readers know many: facility, city, billRate. */
const ValueName = z.string().trim().min(1, 'Enter a name').max(120, 'At most 120 characters');

/** What a page shows: an element, a text in it, or a text anywhere on the page. Case does not matter. */
export const PageSign = z
  .strictObject({ at: Selector.exactOptional(), text: z.string().trim().min(1).max(200).exactOptional() })
  .refine(({ at, text }) => at !== undefined || text !== undefined, 'Enter a selector, a text, or both');
export type PageSign = Readonly<z.infer<typeof PageSign>>;

/** Where a value is: the text of an element, or one of its attributes. */
export const ValueAt = z.strictObject({ at: Selector, attribute: z.string().trim().min(1).max(60).exactOptional() });
export type ValueAt = Readonly<z.infer<typeof ValueAt>>;

const mostValues = 200;
const Values = z
  .record(ValueName, ValueAt)
  .refine((values) => Object.keys(values).length <= mostValues, `At most ${mostValues} values`);

const SignIn = z.strictObject({
  page: PageAddress,
  /** The form, and the controls in it that are filled. Hidden controls are sent as the page has them. */
  form: Selector.default('form'),
  username: Selector,
  password: Selector,
  orgKey: Selector.exactOptional(),
  /** What shows that the sign-in worked. */
  worked: PageSign,
  /** What shows that the vendor refused it. The sign-in form itself counts as well. */
  refused: z.array(PageSign).max(20).default([]),
  expired: z.array(PageSign).max(20).default([]),
  /** What shows on a later page that the session has ended. The sign-in form itself counts as well. */
  signedOut: z.array(PageSign).max(20).default([]),
});

const Rows = z.discriminatedUnion('kind', [
  /** A table whose header cells name the values. `columns` are the headers without which it is another table. */
  z.strictObject({ kind: z.literal('table'), at: Selector, columns: z.array(ValueName).max(mostValues).default([]) }),
  /** Elements such as cards, each a job. `required` values must be in each. */
  z.strictObject({
    kind: z.literal('items'),
    at: Selector,
    values: Values,
    required: z.array(ValueName).max(mostValues).default([]),
  }),
]);

const Paging = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** A link to the next page. The last page has none. */
  z.strictObject({ kind: z.literal('next'), link: Selector }),
  /** A number in the address: `first`, `first + step` and so on, until a page is empty or `count` says that it was the last. */
  z.strictObject({
    kind: z.literal('number'),
    parameter: z.string().trim().min(1).max(60),
    first: z.number().int().min(0).max(1000).default(1),
    step: z.number().int().min(1).max(1000).default(1),
    /** A text with the number of pages, such as "Page 1 of 7": its last number counts. */
    count: ValueAt.exactOptional(),
  }),
]);

const List = z.strictObject({
  page: PageAddress,
  rows: Rows,
  /** What shows that no job is listed. Without it, cards that are not found count as a changed page. */
  empty: PageSign.exactOptional(),
  paging: Paging.default({ kind: 'none' }),
  mostPages: z.number().int().min(1).max(500).default(100),
  /** The link of a row to its own page. */
  link: Selector.default('a[href]'),
});

const Detail = z
  .strictObject({
    /** Elements that name a value. The value follows each: `dt`, `th`, `.label`. */
    labels: Selector.exactOptional(),
    values: Values.default({}),
    /** Labels or values that every page has. */
    required: z.array(ValueName).max(mostValues).default([]),
    /** Pages that are opened in one run, each with a request. A longer list is an error. */
    mostPages: z.number().int().min(1).max(10_000).default(2000),
  })
  .refine(
    ({ labels, values }) => labels !== undefined || Object.keys(values).length > 0,
    'Enter a selector for labels, or where values are',
  );

/** How the jobs of a web portal are read, step by step. It holds no secret. */
export const Recipe = z.strictObject({
  /** Hosts of the vendor beside that of the task's address, such as `login.vendor.com`. Links to others are not followed. */
  hosts: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?(?::\d{1,5})?$/, 'Enter a host, such as login.vendor.com'),
    )
    .max(10)
    .default([]),
  signIn: SignIn.nullable().default(null),
  list: List,
  detail: Detail.nullable().default(null),
});
export type Recipe = z.infer<typeof Recipe>;
