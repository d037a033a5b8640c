import { createLineReader } from '#tests/contract/audit/audit-lines.ts';
import { startTestService } from '#tests/support/test-service.ts';
import { startTestSystem } from './test-system.ts';

/** A service with the test system, and the tokens of four people: three of one customer, and a stranger of another one. */
export async function startTestBoard() {
  const system = startTestSystem();
  const service = await startTestService();
  const people = ['chief', 'administrator', 'recruiter', 'stranger'] as const;
  const [chief, admin, recruiter, stranger] = await Promise.all(people.map((person) => service.signIn(person)));
  if (!chief || !admin || !recruiter || !stranger) throw new Error('a person is not signed in');
  return {
    system,
    service,
    reader: createLineReader(service),
    tokens: { chief, admin, recruiter, stranger },
    async close(): Promise<void> {
      system.end();
      await service.close();
    },
  };
}
