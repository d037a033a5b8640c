import type { ComponentType } from 'react';
import type { RightName } from '#contract/kit/rights.ts';

/** The parts of the product by kind of work. The sidebar shows the rows of one at a time. */
export const workspaces = [
  { id: 'work', label: 'Work' },
  { id: 'setup', label: 'Setup' },
  { id: 'insights', label: 'Insights' },
  { id: 'provider', label: 'Provider' },
] as const;
export type WorkspaceId = (typeof workspaces)[number]['id'];

type Row = { readonly id: string; readonly workspace: WorkspaceId; readonly label: string };

/** Rows of the sidebar in their order, at most seven in a workspace. Kindred screens share a row and are tabs of it. */
export const rows = [
  { id: 'dashboard', workspace: 'work', label: 'Dashboard' },
  { id: 'staging', workspace: 'work', label: 'Staging' },
  { id: 'mapping', workspace: 'work', label: 'Mapping' },
  { id: 'submissions', workspace: 'work', label: 'Submissions' },
  { id: 'upload', workspace: 'work', label: 'Upload jobs' },
  { id: 'outbox', workspace: 'work', label: 'Outbox' },
  { id: 'support', workspace: 'work', label: 'Support' },
  { id: 'collect', workspace: 'setup', label: 'Tasks & sources' },
  { id: 'targets', workspace: 'setup', label: 'Targets' },
  { id: 'rules', workspace: 'setup', label: 'Rules' },
  { id: 'mappingLists', workspace: 'setup', label: 'Mapping lists' },
  { id: 'lists', workspace: 'setup', label: 'Reference lists' },
  { id: 'people', workspace: 'setup', label: 'People' },
  { id: 'settings', workspace: 'setup', label: 'Settings' },
  { id: 'reports', workspace: 'insights', label: 'Reports' },
  { id: 'customers', workspace: 'provider', label: 'Customers' },
  { id: 'crawlers', workspace: 'provider', label: 'Crawlers' },
  { id: 'notices', workspace: 'provider', label: 'Notices' },
  { id: 'devices', workspace: 'provider', label: 'Devices' },
  { id: 'ai', workspace: 'provider', label: 'AI' },
  { id: 'system', workspace: 'provider', label: 'System' },
] as const satisfies readonly Row[];
export type RowId = (typeof rows)[number]['id'];

/** Who may open a screen. The sidebar hides the others, and the service checks every request anyway. */
type Audience = 'public' | 'everyone' | 'admin' | RightName;

/** One setting inside a screen. */
export type ScreenSetting = { readonly label: string; readonly part: string; readonly synonyms: string };

type Declared = {
  readonly id: string;
  /** Its path patterns, as in the documents. */
  readonly at: readonly string[];
  readonly title: string;
  readonly audience: Audience;
  /** Row of the sidebar; null for screens before sign-in. */
  readonly row: RowId | null;
  /** Id of the screen one level up, for breadcrumbs. */
  readonly parent?: string;
  /** Key sequence that opens it from every screen. */
  readonly keys?: string;
  /** More words that find it in the command palette, besides its title. */
  readonly synonyms: string;
  /** One sentence for the index of settings: what is set here. */
  readonly about?: string;
  /** Settings inside the screen, each under the heading `part`, with more words that find it. */
  readonly settings?: readonly ScreenSetting[];
  readonly load: () => Promise<{ Component: ComponentType }>;
};

/**
 * One screen, declared once in `src/features/<area>/screens.ts`. Router, sidebar, breadcrumbs, command palette, document titles
 * and the tests of all screens read this. `nav.of`: the field whose plural the label is, which customers may call otherwise. `sample` is a path that shows the screen with the demo agency's data; default `nav.to`.
 */
export type Screen = Declared &
  (
    | { readonly nav: { readonly label: string; readonly to: string; readonly of?: string }; readonly sample?: string }
    | { readonly nav?: undefined; readonly sample: string }
  );
