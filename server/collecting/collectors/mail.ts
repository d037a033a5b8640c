import { no, ok } from '#contract/kit/result.ts';
import type { Collector } from './collector.ts';
import { FileSettings } from './feed.ts';

/** Mails of a vendor. They come by themselves, so nothing is asked for: a run reads those that wait (`collect-mails.ts`). */
export const mailCollector: Collector<FileSettings> = {
  kind: 'mail',
  settings: FileSettings,
  check: async () => ok(null),
  pull: async () =>
    no({ kind: 'no_such_call', words: 'Mails come by themselves. Open the e-mail history to see what the vendor sent.' }),
};
