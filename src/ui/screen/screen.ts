import type { ComponentType } from 'react';
import type { RightName } from '#contract/kit/rights.ts';

/** Parts of the product, in the order of the sidebar. Every screen belongs to one. */
export const workspaces = [
  { id: 'home', label: 'Home' },
  { id: 'jobs', label: 'Jobs' },
  { id: 'mapping', label: 'Mapping' },
  { id: 'rules', label: 'Rules' },
  { id: 'collect', label: 'Collect' },
  { id: 'targets', label: 'Post to' },
  { id: 'submissions', label: 'Submissions' },
  { id: 'reports', label: 'Reports' },
  { id: 'account', label: 'Account' },
  { id: 'provider', label: 'Provider' },
] as const;
export type WorkspaceId = (typeof workspaces)[number]['id'];

/** Who may open a screen. The sidebar hides the others, and the service checks every request anyway. */
type Audience = 'public' | 'everyone' | 'admin' | RightName;

type Declared = {
  readonly id: string;
  /** Its path patterns, as in the documents. */
  readonly at: readonly string[];
  readonly title: string;
  readonly audience: Audience;
  readonly workspace: WorkspaceId;
  /** Id of the screen one level up, for breadcrumbs. */
  readonly parent?: string;
  /** Key sequence that opens it from every screen. */
  readonly keys?: string;
  /** More words that find it in the command palette, besides its title. */
  readonly synonyms: string;
  readonly load: () => Promise<{ Component: ComponentType }>;
};

/**
 * One screen, declared once in `src/features/<area>/screens.ts`. Router, sidebar, command palette, document titles and the
 * tests of all screens read this. `sample` is a path that shows the screen with the demo agency's data; default `nav.to`.
 */
export type Screen = Declared &
  (
    | { readonly nav: { readonly label: string; readonly to: string }; readonly sample?: string }
    | { readonly nav?: undefined; readonly sample: string }
  );
