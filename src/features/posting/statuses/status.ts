import type { CustomerStatus } from '#contract/posting/statuses.ts';

export const newStatus: CustomerStatus = { id: 0, name: '', isDefault: false };
