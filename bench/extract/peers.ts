import nlp from 'compromise';

/** What a reader finds: the text of a rate and of a time range, or null. */
export type Peer = {
  readonly name: string;
  readonly read: (text: string) => { readonly rate: string | null; readonly times: string | null };
};

/** What a quick script does: the first dollar amount and the first time range, whatever they are. */
export const plainExpressions: Peer = {
  name: 'plain expressions',
  read: (text) => ({
    rate: /\$\s?(\d+(?:\.\d\d)?)/.exec(text)?.[1] ?? null,
    times: /\d{1,2}(?::\d\d)?\s?[ap]\.?m?\.?\s?(?:-|–|to)\s?\d{1,2}(?::\d\d)?\s?[ap]\.?m?/i.exec(text)?.[0] ?? null,
  }),
};

/** compromise, a parser of English, with its own tags for money and times. */
export const compromisePeer: Peer = {
  name: 'compromise 14.17.0',
  read(text) {
    const parsed = nlp(text);
    const rate = /\d+(?:\.\d+)?/.exec(parsed.match('bill? rate? #Money').text())?.[0] ?? null;
    return { rate, times: parsed.match('#Time (to|-)? #Time').text() || null };
  },
};
