import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const submissionScreens = [
  {
    id: 'submissionMapping',
    at: ['/submissionmapping'],
    title: 'Degree and specialty mapping',
    audience: 'submissions.use',
    row: 'submissions',
    nav: { label: 'Mapping', to: '/submissionmapping' },
    synonyms: 'submission map degree specialty propose accept',
    load: () => import('./mapping/pair-mapping.tsx').then((m) => ({ Component: m.PairMapping })),
  },
  {
    id: 'submissionDocumentMapping',
    at: ['/submissionmappingdoc'],
    title: 'Document mapping',
    audience: 'submissions.use',
    row: 'submissions',
    nav: { label: 'Document mapping', to: '/submissionmappingdoc' },
    synonyms: 'submission map documents',
    load: () => import('./documents/document-mapping.tsx').then((m) => ({ Component: m.DocumentMapping })),
  },
  {
    id: 'submissionTargets',
    at: ['/submissiontargets'],
    title: 'Submission targets',
    audience: 'targets.write',
    row: 'submissions',
    nav: { label: 'Targets', to: '/submissiontargets' },
    synonyms: 'submission caregiver source destination',
    about: 'Where caregivers of submissions come from, and where submissions go.',
    load: () => import('./targets/target-list.tsx').then((m) => ({ Component: m.SubmissionTargetList })),
  },
  {
    id: 'activeSubmissionTargets',
    at: ['/submissiontargetsshort'],
    title: 'Active targets',
    audience: 'targets.write',
    row: 'submissions',
    nav: { label: 'Active targets', to: '/submissiontargetsshort' },
    synonyms: 'switch submission target on off',
    load: () => import('./targets/active-targets.tsx').then((m) => ({ Component: m.ActiveTargets })),
  },
  {
    id: 'submissionTarget',
    // Without an id the short list opens (documented).
    at: ['/submissionTarget/:id/:short?', '/submissionTarget'],
    title: 'Submission target',
    audience: 'targets.write',
    row: 'submissions',
    parent: 'submissionTargets',
    synonyms: '',
    sample: '/submissionTarget/1',
    load: () => import('./targets/target-page.tsx').then((m) => ({ Component: m.SubmissionTargetPage })),
  },
] as const satisfies readonly Screen[];
