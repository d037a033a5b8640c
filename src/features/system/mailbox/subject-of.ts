/** The subject of an email, or what is shown in its place. */
export const subjectOf = ({ subject }: { readonly subject: string }): string => subject.trim() || '(no subject)';
