import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';

export const formatDescription = endpoint('POST /api/staging/formatdescription', {
  about:
    'A vendor’s description, in HTML or plain text, as clean HTML: headings, paragraphs, lists and labels without attributes. All words stay; scripts, styles, pictures and links do not.',
  args: z.object({ description: z.string('Send the description as a text').max(100_000, 'Send at most 100,000 characters') }),
  reply: z.object({ html: z.string() }),
  fails: ['invalid', 'forbidden'],
  needs: 'staging.read',
  offline: 'replicated',
  example: { html: '<p><strong>Shift:</strong> 3x12 nights</p><ul><li>BLS</li></ul>' },
});

export const descriptionEndpoints = [formatDescription];
