/** Where a sign-in's form goes afterwards: the optional `back` of its address, if it is a path of Jobdock; else null. */
export const wayBack = (back: string | null): string | null => (back !== null && /^\/(?!\/)[^\s\\]*$/.test(back) ? back : null);
