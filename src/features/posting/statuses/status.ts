import type { CustomerStatus } from '#contract/posting/statuses.ts';

export const newStatus: CustomerStatus = { objId: 0, statusName: '', isDefault: false };
