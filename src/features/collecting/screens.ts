import type { Screen } from '#src/ui/screen/screen.ts';

/** Screens of this area, in the order of the sidebar. */
export const collectingScreens = [
  {
    id: 'jobUpload',
    at: ['/jobupload'],
    title: 'Upload jobs',
    audience: 'uploads.write',
    row: 'upload',
    nav: { label: 'Upload', to: '/jobupload' },
    synonyms: 'file csv excel xlsx xml json import',
    load: () => import('./uploads/job-upload.tsx').then((m) => ({ Component: m.JobUpload })),
  },
  {
    id: 'tasks',
    at: ['/tasks/:c?'],
    title: 'Tasks',
    audience: 'tasks.read',
    row: 'collect',
    nav: { label: 'Tasks', to: '/tasks' },
    keys: 'g t',
    synonyms: 'data collection feeds crawlers agents vms connections',
    about: 'What Jobdock collects from each vendor, how often, and how the last run went.',
    load: () => import('./tasks/task-list.tsx').then((m) => ({ Component: m.TaskList })),
  },
  {
    id: 'taskEdit',
    at: ['/edittask/:id/:c?'],
    title: 'Task',
    audience: 'tasks.read',
    row: 'collect',
    parent: 'tasks',
    synonyms: '',
    sample: '/edittask/1',
    load: () => import('./tasks/task-edit.tsx').then((m) => ({ Component: m.TaskEdit })),
  },
] as const satisfies readonly Screen[];
