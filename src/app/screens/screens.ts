import { aiScreens } from '#src/features/ai/screens.ts';
import { billingScreens } from '#src/features/billing/screens.ts';
import { collectingScreens } from '#src/features/collecting/screens.ts';
import { mappingScreens } from '#src/features/mapping/screens.ts';
import { peopleScreens } from '#src/features/people/screens.ts';
import { postingScreens } from '#src/features/posting/screens.ts';
import { reportsScreens } from '#src/features/reports/screens.ts';
import { rulesScreens } from '#src/features/rules/screens.ts';
import { stagingScreens, stagingSetupScreens } from '#src/features/staging/screens.ts';
import { submissionScreens } from '#src/features/submissions/screens.ts';
import { supportScreens } from '#src/features/support/screens.ts';
import { syncScreens } from '#src/features/sync/screens.ts';
import { systemScreens } from '#src/features/system/screens.ts';
import type { Screen } from '#src/ui/screen/screen.ts';

const declared = [
  ...reportsScreens,
  ...syncScreens,
  ...stagingScreens,
  ...collectingScreens,
  ...postingScreens,
  ...mappingScreens,
  ...rulesScreens,
  ...submissionScreens,
  ...supportScreens,
  ...aiScreens,
  ...systemScreens,
  ...stagingSetupScreens,
  ...peopleScreens,
  ...billingScreens,
] as const;

declare module '../../ui/screen/path-to.ts' {
  interface Addresses {
    pattern: (typeof declared)[number]['at'][number];
  }
}

/** Every screen. An area adds one to its own `screens.ts`; `npm run -s list:routes` prints the patterns. */
export const screens: readonly Screen[] = declared;

const prefetched = new Set<string>();

/** Loads a screen's code before the click. After a failure, the click tries again. */
export function prefetch({ id, load }: Screen): void {
  if (prefetched.has(id)) return;
  prefetched.add(id);
  load().catch(() => prefetched.delete(id));
}
