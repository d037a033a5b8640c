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

type Compromise = (text: string) => { match: (pattern: string) => { text: () => string } };

/** compromise 14, a parser of English, with its own tags for money and times. Undefined where the package is not installed. */
export async function compromisePeer(): Promise<Peer | undefined> {
  const nlp = await loadCompromise();
  return (
    nlp && {
      name: 'compromise 14.17.0',
      read(text) {
        const parsed = nlp(text);
        const rate = /\d+(?:\.\d+)?/.exec(parsed.match('bill? rate? #Money').text())?.[0] ?? null;
        return { rate, times: parsed.match('#Time (to|-)? #Time').text() || null };
      },
    }
  );
}

async function loadCompromise(): Promise<Compromise | undefined> {
  try {
    // By a name in a variable, so that nothing here depends on the package to be compiled.
    const name: string = 'compromise';
    const loaded = (await import(/* @vite-ignore */ name)) as { default: Compromise };
    return loaded.default;
  } catch {
    return undefined;
  }
}
