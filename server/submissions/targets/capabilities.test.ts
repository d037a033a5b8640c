import { expect, test } from 'vitest';
import { submissionSystems } from '#domain/submissions/systems.ts';
import { capabilitiesOf } from './open-adapter.ts';

test('devices know of each system what its adapter declares: whether it finds caregivers and takes submissions', () => {
  for (const { id, isSource, isDestination } of submissionSystems) {
    const { searchCaregivers, submit } = capabilitiesOf(id);
    expect([id, isSource, isDestination]).toEqual([id, searchCaregivers, submit]);
  }
});
