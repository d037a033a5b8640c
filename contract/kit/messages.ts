/**
 * All sentences that the specification quotes and the product shows. A sentence with parameters is a function. The comment
 * above entries is their document and line in the specification. `npm run -s list:messages` prints them all. A test checks
 * that each one is used and that no other file repeats its text.
 */
export const messages = {
  // 1:100
  unknownEmail: 'We are unable to find the email you have entered.',
  // 1:103
  invalidEmail: 'Invalid email entered',
  // 1:105
  keyTooShort: 'The password length must be at least 32 characters to enable this task',
  // 1:186
  idleSignOut:
    'Your session has been idle for more than the allotted inactivity time. For security purposes you have been logged out. Please log in again.',
  // 1:187
  resetExpired: 'Reset token has expired. Please try again',
  passwordReset: 'Password is reset',
  failed: 'Failed',
  // 1:188
  somethingWrong: 'Oops! Sorry! Something went wrong.',
  // 1:189
  noConnection: 'Communication error. Please check your internet connection',
  // 1:192
  billingProblem: 'There is a problem with your billing account or payment method...',
  // 1:193
  exportRequested: 'Export is requested. You should get an email with the export file shortly.',
  exportNotSent: 'Failed to send export. Please contact support.',
  // 1:194
  notRefreshed: 'Failed to refresh data.',
  // 1:197
  complete: 'Complete',
  syncScheduled: 'Synchronization is scheduled. Please continue working. We will notify you when finished.',
  // 1:198
  syncNotQueued: 'Failed to queue sync. If the problem persists, please contact support',
  // 1:199
  syncDateCleared: 'Last sync date cleared.',
  // 1:202
  tasksAdded: ({ n }: { n: number }) => `Added ${n} Data Collection Tasks.`,
  tasksNotAdded: 'Failed to add tasks. Please contact support.',
  tasksNotListed: 'Failed to retrieve task list',
  // 1:203
  taskRemoved: 'Task is successfully removed.',
  taskNotRemoved: 'Failed to remove VMS Connection',
  // 1:204
  resetCountersQuestion: 'Reset last pulled/opened records counters. Are you sure?',
  countersReset: 'Counters successfully reset.',
  countersNotReset: 'Failed to reset counters',
  recordQueued: 'Record is added to the queue.',
  // 1:205
  taskWorks: 'This task has been successfully updated and is working.',
  notImplemented: 'Not implemented',
  taskDoesNotWork: 'Something is still not working, please check your entries, and try again.',
  // 1:208
  saved: 'Saved',
  resetSent: 'Reset email is sent to the user.',
  passwordExpired: 'Your password has expired and must be changed.',
  // 1:210
  licensesAdded: 'Licenses added successfully.',
  licensesNotAdded: 'Failed to add licenses.',
  // 2:138
  parserNameRequired: 'Parser Name is required',
  parserTwice: 'Customer already has this parser.',
  // 2:139
  sourceRequired: ({ label }: { label: string }) => `${label} Name is required`,
  sourceCleaned: 'Special characters and spaces are removed.',
  // 2:143
  requiredFields: 'Required fields are not populated. Please check.',
  // 2:144
  noParentClient: ({ id }: { id: string }) => `No ClientCorporation found with ID ${id}`,
  numericId: 'Please enter a valid numeric ID',
  // 2:229
  clientSaved: 'Client is saved.',
  // 3:203
  listsNotRead: 'Failed to retrieve lists.',
  // 2:231
  targetsNotRead: 'Failed to retrieve targets',
  // 2:230
  linkRequested: 'Your request has been sent to your company contact and you will be notified by email when it is approved',
  // 1:205, 2:232
  notUpdated: 'Failed to update',
  formNotSaved: 'Failed to save',
  // 1:205
  statusListNotRead: 'Failed to retrieve status list',
  // 2:233
  parsersNotRead: 'Failed to retrieve Parser list',
  listNotRead: ({ list }: { list: string }) => `Failed to retrieve ${list}`,
  tokenTypes: 'Token type list',
  dataTypes: 'Data type list',
  // 3:210
  ruleTypesNotRead: 'Failed to retrieve Rule type list',
  productFieldsNotRead: 'Failed to retrieve BSSField list',
  jobFieldsNotRead: 'Failed to retrieve BSS Job Fields list',
  customersNotRead: 'Failed to retrieve Customers',
  // 2:234
  groupNotSaved: ({ what }: { what: string }) => `Failed to save selected ${what} to the group.`,
  aliasesNotSaved: ({ what }: { what: string }) => `Failed to save ${what} aliases`,
  // 2:235
  unknownError: 'Unknown error',
  // 2:236
  autoMapComplete: ({ count }: { count: number | string }) => `Complete. Number of affected records: ${count}`,
  // 2:238
  failedBecause: ({ message }: { message: string }) => `Failed: ${message}`,
  // 2:240
  unableToProcess: 'Unable to process, please contact support',
  // 2:241
  aiMappingEmpty: 'Auto mapping completed, but no results were found',
  // 2:242
  duplicateClient: 'Duplicate client',
  // 2:243
  targetNotConnected: ({ target }: { target: string }) =>
    `Failed to connect to ${target}. Please verify your API credentials and try again. If the problem persists, contact your administrator.`,
  // 2:244
  metadataLoading: ({ target }: { target: string }) => `${target} metadata is still loading. Please try again in a few seconds.`,
  // 2:246
  statusesNotRead: 'Unable to get client statuses, please contact support',
  // 3:119
  actionRequired: 'Action is a required field',
  // 3:120
  valuesGone: 'Some selected values no longer exist. Please replace them before saving',
  // 3:121
  onlyOnCollection:
    'One or several of the fields you selected in this rule are only available for Data Collection rules. Please either mark this rule as On Data Collection or select other fields instead.',
  onlyOnExport:
    'One or several of the fields you selected in this rule are only available for Export rules. Please either mark this rule as On Export or select other fields instead.',
  // 3:122
  conditionsWithoutValue: 'Some conditions are missing values. Please review them in the "When to Run" tab before saving.',
  // 3:123
  conditionMissing: 'Missing required condition',
  conditionsMissingIn: ({ name }: { name: string }) => `[${name}] is missing required condition(s)`,
  // 3:126
  disableAfterPast: 'The Disable After date is in the past or is invalid. Please select a future date.',
  // 3:127
  ruleTable: 'Problem with Table in Rule',
  // 3:129
  adminOnlyRule: 'Admin Only Rules are not editable by non-admin users.',
  // 3:130
  insufficientRights: 'You do not have sufficient rights',
  // 3:112
  ticketEmail: 'Please provide valid email',
  // 3:113
  ticketQuestionRequired: 'Please select the problem description',
  // 3:114
  ticketFieldRequired: ({ name }: { name: string }) => `Field '${name}' is required`,
  // 3:116
  ticketCommentRequired: 'Please tell us a little bit more about your problem in the box at the bottom',
  // 3:133
  duplicateValue: 'Duplicate value',
  // 3:135
  ruleDescription: 'Type rule description.',
  // 3:202
  failedSupport: 'Failed. Please contact support',
  // 3:204
  dataNotSaved: 'Failed to save the data.',
  // 3:205
  ticketNotSent: 'Oops, something went wrong. We apologize for the inconvenience.',
  // 3:206
  fileNotUploaded: ({ name }: { name: string }) => `Failed to upload file ${name}`,
  // 3:207
  fileNotProcessed: 'Failed to process the file',
  // 3:209
  substitutionsExist: 'Failure. Substitution rule(s) associated with the target you selected exist. Unable to remove',
  // 3:211
  jobNotFound: 'Job not found.',
  // 3:213
  ruleNotRemoved: 'Failed to remove rule',
  ruleNotRestored: 'Failed to restore rule',
  // 3:214
  copyFailed: 'Failed. Please try again or contact support',
  // 3:215
  noCustomerChosen: 'The customer has not been selected.',
  // 3:216
  draftFailed: 'Request has failed, please check your prompt',
  // 4:129
  cancelledByRule: ({ ruleId }: { ruleId: number | string }) => `is cancelled by rule id: ${ruleId}`,
  isCancelled: 'is cancelled',
  // 4:187
  customerEmpty: 'Customer cannot be empty',
  // 4:190
  primaryContactRequired:
    'A primary contact is required. Please, add a new primary contact or set an existing contact as primary before deleting.',
  // 4:192
  alertConfigurationRequired: 'Configuration is required',
  alertTimeRequired: 'Time is required',
  alertDayRequired: 'Day is required',
  alertJobsRequired: 'Jobs in email is required',
  // 4:197
  nothingSelected: 'Nothing selected',
  validatingAndSending: 'Validating and sending data',
  // 4:199
  defaultStatusKept:
    'A default status is required. Please, add a new default status or set an existing status as default before deleting.',
  defaultStatusRequired:
    'A default status is required. To change which status is default, simply check this box within the preferred set of status information',
  // 4:204
  licenseNumber: 'Please enter a number from 1 to 5',
  // 4:208
  notFound: 'Not found',
  // 4:212
  feedbackAnswer: 'Please indicate if the result met your expectation.',
  // 4:330
  degreeNotMapped: 'Failed to map degree. Please contact support',
  degreeNotUnmapped: 'Failed to remove mapping degree. Please contact support',
  specialtyNotMapped: 'Failed to map specialty. Please contact support',
  specialtyNotUnmapped: 'Failed to remove specialty mapping. Please contact support',
  // 4:331
  loaded: 'Loaded',
  // 4:332
  entryNotDeleted: ({ what }: { what: string }) => `Failed to delete ${what}`,
  shiftSaved: 'Shift saved',
  shiftDeleted: 'Shift deleted',
  shiftNotDeleted: 'Failed to delete shift.',
  aliasSaved: 'Alias saved',
  // 4:200
  dictionaryObjectRequired: 'Please select object',
  dictionaryIdRequired: 'External ID can not be empty',
  // 4:202
  documentNameRequired: 'Document Name is empty',
  // 4:203
  destinationIsSource: 'Destination cannot be equal Source',
  // 4:203
  submissionSourceRequired: 'Please select Source',
  sameSubmissionTarget: 'Destination cannot be equal Source',
  // 4:334
  configurationNotLoaded: 'Failed loading configuration',
  configurationNotSaved: 'There was an error trying to save your configuration.',
  // 4:337
  noPayments: 'No payments found.',
  paymentsNotRead: 'Failed to retrieve payments.',
  // 4:339
  roleAssigned: 'The Role cannot be deleted, because it is already assigned',
  // 4:342
  aiModelsNotLoaded: 'Error loading models',
  aiEnginesNotLoaded: 'Error loading engines',
  aiCustomersNotLoaded: 'Error loading customers',
  aiPromptsNotRead: 'Failed to retrieve AI prompts',
  aiPromptNotRemoved: 'Failed to remove prompt',
  aiAccessDenied: 'Access denied',
  aiPromptNotFound: 'Prompt not found',
  aiPromptNotSaved: 'Error saving prompt',
  aiModelsNotRead: 'Failed to load models',
  aiModelNotAdded: 'Failed to add model',
  aiModelNotUpdated: 'Failed to update model',
  aiModelNotRemoved: 'Failed to delete model',
  aiProvidersNotRead: 'Failed to load providers',
  // 4:340
  degreesNotSynced: 'Failed to sync Degree',
  specialtiesNotSynced: 'Failed to sync specialty',
  subscriptionNotAdded: 'Failed to add Subscription',
  submissionTargetsNotSynced: 'Failed to sync Submission Targets',
  submissionTargetNotRead: 'Failed to retrieve Submission Target.',
  targetListNotRead: 'Failed to retrieve target list.',
  submissionTargetNotSaved: 'Failed to save Submission Target.',
  targetNotDeleted: 'Failed to delete target.',
  // 4:341
  submissionStatusNotUpdated: 'Failed to update Submission Status.',
  notResubmitted: 'Failed to resubmit.',
  caregiversNotListed: 'Unable to get client Caregiver List.',
  submissionNotCreated: 'Unable to create submission, please contact support',
  notAdded: 'Failed to add',
  // 4:343
  alertsNotRead: 'Failed to retrieve notification configurations',
  alertNotUpdated: 'Failed to update configuration',
  alertNotAdded: 'Failed to add configuration',
  alertNotRemoved: 'Failed to remove configuration',
  // 4:345
  labelsSaved: 'Labels saved.',
  labelDeleted: 'Label deleted',
  labelNotDeleted: 'Failed to delete label.',
  // 4:344
  accountSuspended: 'Your account is suspended. Please pay outstanding invoices to resume the service',
  // 4:345
  documentsNotSynced: 'Failed to sync Document Types',
  documentsProcessed: ({ count }: { count: number | string }) => `Processed ${count} document types`,
  documentAdded: 'New document added',
  // 1:209
  submissionLoginDeleted: 'Submission credentials deleted',
  submissionTargetsNotRead: 'Failed to retrieve Submission Targets.',
  submissionLoginNotDeleted: 'Failed to delete submission credentials.',
  // 4:336: the documented client shows a text that starts so in an alert and signs out.
  ordersNotCanceled: ({ message }: { message: string }) => `Error: ${message}`,
} as const;
export type MessageName = keyof typeof messages;
