import * as z from 'zod';

// Imported before everything else: zod would try `new Function` to be faster, which the page's policy refuses and reports.
z.config({ jitless: true });
