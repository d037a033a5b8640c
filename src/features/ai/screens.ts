import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const aiScreens = [
  {
    id: 'aiPrompts',
    at: ['/aiprompts'],
    title: 'AI prompts',
    audience: 'admin',
    row: 'ai',
    nav: { label: 'AI prompts', to: '/aiprompts' },
    synonyms: 'llm instructions',
    load: () => import('./prompts/prompt-list.tsx').then((m) => ({ Component: m.PromptList })),
  },
  {
    id: 'aiPrompt',
    at: ['/aiprompts/new', '/aiprompts/:id'],
    title: 'AI prompt',
    audience: 'admin',
    row: 'ai',
    parent: 'aiPrompts',
    synonyms: 'new',
    sample: '/aiprompts/3',
    load: () => import('./prompts/prompt-page.tsx').then((m) => ({ Component: m.PromptPage })),
  },
  {
    id: 'aiDataset',
    at: ['/aidataset'],
    title: 'AI dataset',
    audience: 'admin',
    row: 'ai',
    nav: { label: 'AI dataset', to: '/aidataset' },
    synonyms: 'classify label annotate descriptions shift bill rate jsonl kappa',
    about: 'Descriptions of jobs with what people say of shift and bill rate, to improve and measure engines.',
    load: () => import('./dataset/dataset-screen.tsx').then((m) => ({ Component: m.DatasetScreen })),
  },
  {
    id: 'aiModels',
    at: ['/aimodels'],
    title: 'AI models',
    audience: 'admin',
    row: 'ai',
    nav: { label: 'AI models', to: '/aimodels' },
    synonyms: 'engine endpoint openai key calls cost',
    about: 'Where AI models run, which of them answer, what they cost, and the log of their calls.',
    load: () => import('./models/models-screen.tsx').then((m) => ({ Component: m.ModelsScreen })),
  },
] as const satisfies readonly Screen[];
