import type { AccountStatus } from '#contract/people/account.ts';
import type { Module } from '#contract/people/customers.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

export const statusLabels: Record<AccountStatus, { words: string; tone: BadgeTone; means: string }> = {
  active: { words: 'Active', tone: 'good', means: 'Its people work, and its jobs are collected and posted.' },
  trial: { words: 'Trial', tone: 'info', means: 'Works like an active customer.' },
  suspended: { words: 'Suspended', tone: 'warn', means: 'Its people can sign in. Nothing is collected or posted.' },
  inactive: { words: 'Inactive', tone: 'neutral', means: 'No one of it can sign in. Nothing is collected or posted.' },
};

export const statusChoices = Object.entries(statusLabels).map(([value, { words, means }]) => ({ value, label: words, means }));

/** Industries decide how work types and units are called. */
export const industries = [
  { value: '2', label: 'Healthcare: Department, Contract, Direct Hire' },
  { value: '1', label: 'Other: Unit, Travel, Permanent' },
];

export const moduleLabels: Record<Module, { label: string; description: string }> = {
  collection: { label: 'Collection', description: 'Jobs are collected from vendors by data collection tasks.' },
  mapping: { label: 'Mapping', description: 'Vendors’ texts are mapped to the lists of the ATS.' },
  staging: { label: 'Staging', description: 'Jobs are reviewed and edited before they are posted.' },
  posting: { label: 'Posting', description: 'Jobs are posted to the ATS and to feeds.' },
};
