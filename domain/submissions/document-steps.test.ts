import { expect, test } from 'vitest';
import { aDocumentStep } from '#tests/support/factories/submission-factory.ts';
import { documentSideOf, rivalDocumentProblem, rivalDocumentStep } from './document-steps.ts';

test('documents of an ATS are what a source has, those of any other system what a destination has', () => {
  expect([8, 25, 61, 62].map(documentSideOf)).toEqual(['from', 'from', 'to', 'to']);
});

test('a source has one step for a document, a destination one for a document of Jobdock', () => {
  const to = aDocumentStep();
  expect(rivalDocumentStep({ ...to, id: -5, documentId: 9 }, [to])?.id).toBe(191);
  expect(rivalDocumentStep({ ...to, id: -5, jrDocumentId: 9 }, [to])).toBeUndefined();
  expect(rivalDocumentStep(to, [to])).toBeUndefined();
  const from = aDocumentStep({ side: 'from' });
  expect(rivalDocumentStep({ ...from, id: -5, jrDocumentId: 9 }, [from])?.id).toBe(191);
  expect(rivalDocumentStep({ ...from, id: -5, documentId: 9 }, [from])).toBeUndefined();
});

test('a second step is refused by what the first one says', () => {
  const names = { name: 'BLS card', jrName: 'BLS' };
  expect(rivalDocumentProblem('Our Bullhorn', { side: 'from', ...names })).toEqual({
    field: 'documentId',
    message: 'BLS card of Our Bullhorn is mapped to BLS of Jobdock already. Delete that mapping first.',
  });
  expect(rivalDocumentProblem('Coastal Trio', { side: 'to', ...names })).toEqual({
    field: 'jrDocumentId',
    message: 'BLS of Jobdock is mapped to BLS card of Coastal Trio already. Delete that mapping first.',
  });
});
