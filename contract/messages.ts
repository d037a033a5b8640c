/**
 * Sentences that the documents quote and this product says, in one place: `spec` is where they stand there
 * (document:line), `text` how the product shows them.
 */
export const messages = {
  unknownEmail: { spec: '1:100', text: 'We are unable to find the email you have entered.' },
  invalidEmail: { spec: '1:103', text: 'Invalid email entered' },
  idleSignOut: {
    spec: '1:186',
    text: 'Your session has been idle for more than the allotted inactivity time. For security purposes you have been logged out. Please log in again.',
  },
  resetExpired: { spec: '1:187', text: 'Reset token has expired. Please try again' },
  passwordReset: { spec: '1:187', text: 'Password is reset' },
  failed: { spec: '1:187', text: 'Failed' },
  somethingWrong: { spec: '1:188', text: 'Oops! Sorry! Something went wrong.' },
  noConnection: { spec: '1:189', text: 'Communication error. Please check your internet connection' },
  notRefreshed: { spec: '1:194', text: 'Failed to refresh data.' },
  complete: { spec: '1:197', text: 'Complete' },
  syncNotQueued: { spec: '1:198', text: 'Failed to queue sync. If the problem persists, please contact support' },
  taskRemoved: { spec: '1:203', text: 'Task is successfully removed.' },
  taskNotRemoved: { spec: '1:203', text: 'Failed to remove VMS Connection' },
  countersReset: { spec: '1:204', text: 'Counters successfully reset.' },
  countersNotReset: { spec: '1:204', text: 'Failed to reset counters' },
  recordQueued: { spec: '1:204', text: 'Record is added to the queue.' },
  taskWorks: { spec: '1:205', text: 'This task has been successfully updated and is working.' },
  taskDoesNotWork: { spec: '1:205', text: 'Something is still not working, please check your entries, and try again.' },
  saved: { spec: '1:208', text: 'Saved' },
  passwordExpired: { spec: '1:208', text: 'Your password has expired and must be changed.' },
  requiredFields: { spec: '2:143', text: 'Required fields are not populated. Please check.' },
  insufficientRights: { spec: '3:130', text: 'You do not have sufficient rights' },
  targetNotConnected: {
    spec: '2:243',
    text: 'Failed to connect to {target}. Please verify your API credentials and try again. If the problem persists, contact your administrator.',
  },
  fileNotProcessed: { spec: '3:207', text: 'Failed to process the file' },
  isCancelled: { spec: '4:129', text: 'is cancelled' },
  notFound: { spec: '4:208', text: 'Not found' },
} as const;
