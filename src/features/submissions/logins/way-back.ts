/** Where a sign-in's form goes afterwards: the optional `back` of its address, if it is a path of Jobdock; else null. */
export const wayBack = (back: string | null): string | null =>
  back !== null && /^\/(?![/\\])/.test(back) && !/[\u0000-\u001f\\]/.test(back) ? back : null;
