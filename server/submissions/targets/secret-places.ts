/** Where the secret of a submission target is stored encrypted. */
export const submissionSecret = (customerId: number, targetId: number) => ({
  customerId,
  owner: `submission-target:${targetId}`,
  field: 'secret',
});

/** Where the password of a person's sign-in to a submission target is stored encrypted. */
export const loginSecret = (customerId: number, loginId: number) => ({
  customerId,
  owner: `submission-login:${loginId}`,
  field: 'password',
});
