import * as z from 'zod';

// Import this before everything else: zod tries `new Function` for speed, which the content security policy blocks and reports.
z.config({ jitless: true });
