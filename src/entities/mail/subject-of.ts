/** The subject of an email, or what is shown for an email without one. */
export const subjectOf = ({ subject }: { readonly subject: string }): string => subject.trim() || 'No subject';
