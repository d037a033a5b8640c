import type { Question } from '#contract/support/questions.ts';

export const newQuestion: Question = { id: 0, name: '', level: 'helpDesk', position: 1, fields: [] };

export const levels = [
  { value: 'helpDesk', label: 'Help desk' },
  { value: 'support', label: 'Support' },
] as const;

export const levelWords = ({ level }: Question): string => levels.find(({ value }) => value === level)?.label ?? level;

/** “Job ID or Link to the job, Task (required)” */
export const fieldWords = ({ fields }: Question): string =>
  fields.map(({ name, required, group }) => `${name}${required === 1 && group === null ? ' (required)' : ''}`).join(', ');
