/**
 * Sentences that describe a user's change, by key. The screen fills in the parameters: `jobs`, `values` and so on are phrases
 * for rows (“job 884-210”, “3 jobs”), and `field` is a field's label. Sentences of the specification are in `messages.ts`.
 */
export const changeMessages = {
  holdJobs: ({ jobs }: { jobs: string }) => `Hold ${jobs}`,
  releaseJobs: ({ jobs }: { jobs: string }) => `Release ${jobs}`,
  hideJobs: ({ jobs }: { jobs: string }) => `Hide ${jobs}`,
  showJobs: ({ jobs }: { jobs: string }) => `Show ${jobs}`,
  cancelJobs: ({ jobs }: { jobs: string }) => `Cancel ${jobs}`,
  reopenJobs: ({ jobs }: { jobs: string }) => `Reopen ${jobs}`,
  postJobs: ({ jobs }: { jobs: string }) => `Post ${jobs}`,
  assignJobs: ({ jobs, name }: { jobs: string; name: string }) => `Assign ${jobs} to ${name}`,
  unassignJobs: ({ jobs }: { jobs: string }) => `Unassign ${jobs}`,
  saveNote: ({ job }: { job: string }) => `Save a note on ${job}`,
  removeNote: ({ job }: { job: string }) => `Remove a note from ${job}`,
  restoreNote: ({ job }: { job: string }) => `Restore a note on ${job}`,
  chooseSource: ({ job, other }: { job: string; other: string }) => `Post ${job}, not ${other}, which is the same order`,
  separateOrders: ({ jobs }: { jobs: string }) => `Mark ${jobs} as different orders`,
  clearSameOrder: ({ jobs }: { jobs: string }) => `Clear the choice between ${jobs}`,
  acceptRate: ({ jobs }: { jobs: string }) => `Accept the rate of ${jobs} below the floor`,
  requireFloor: ({ jobs }: { jobs: string }) => `Apply the rate floor to ${jobs}`,
  editJob: ({ field, job, value }: { field: string; job: string; value: string | number | null }) =>
    `Set ${field} of ${job} to ${value ?? 'blank'}`,
  fillJobs: ({ fields, jobs }: { fields: string; jobs: string }) => `Set ${fields} of ${jobs}`,
  unlockJob: ({ field, job }: { field: string; job: string }) => `Unlock ${field} of ${job}`,
  mapJob: ({ kind, job }: { kind: string; job: string }) => `Map the ${kind} of ${job}`,
  unmapJob: ({ kind, job }: { kind: string; job: string }) => `Clear the ${kind} override on ${job}`,
  clearOverrides: ({ jobs }: { jobs: string }) => `Clear the mapping override on ${jobs}`,
  mapValues: ({ values }: { values: string }) => `Map ${values}`,
  unmapValues: ({ values }: { values: string }) => `Unmap ${values}`,
  acceptSuggestions: ({ values }: { values: string }) => `Accept suggestions for ${values}`,
  ignoreValues: ({ values }: { values: string }) => `Ignore ${values}`,
  unignoreValues: ({ values }: { values: string }) => `Stop ignoring ${values}`,
  markUnique: ({ values }: { values: string }) => `Mark unique: ${values}`,
  clearUnique: ({ values }: { values: string }) => `Clear unique: ${values}`,
  restoreMapping: ({ values }: { values: string }) => `Restore the earlier mapping of ${values}`,
  giveFeedback: ({ values }: { values: string }) => `Send feedback on the suggestion for ${values}`,
  updateAliases: ({ source, count }: { source: string; count: number }) => `Update the aliases of ${source} (${count})`,
  groupSources: ({ members, source }: { members: string; source: string }) => `Group ${members} under ${source}`,
  enableTasks: ({ tasks }: { tasks: string }) => `Enable ${tasks}`,
  disableTasks: ({ tasks }: { tasks: string }) => `Disable ${tasks}`,
  scheduleTasks: ({ tasks }: { tasks: string }) => `Set the schedule of ${tasks}`,
  saveRule: ({ name }: { name: string }) => `Save rule “${name}”`,
  activateRule: ({ rule }: { rule: string }) => `Activate ${rule}`,
  deactivateRule: ({ rule }: { rule: string }) => `Deactivate ${rule}`,
  deleteRule: ({ rule }: { rule: string }) => `Delete ${rule}`,
  restoreRule: ({ rule }: { rule: string }) => `Restore ${rule}`,
  purgeRule: ({ rule }: { rule: string }) => `Permanently delete ${rule}`,
  saveTestCase: ({ job, name }: { job: string; name: string }) => `Pin ${job} with its result as “${name}”`,
  removeTestCase: ({ testCase }: { testCase: string }) => `Remove ${testCase}`,
  restoreTestCase: ({ name }: { name: string }) => `Restore the pinned job “${name}”`,
  saveSubstitutionTarget: ({ name }: { name: string }) => `Save substitution name “${name}”`,
  removeSubstitutionTarget: ({ target }: { target: string }) => `Remove ${target}`,
  restoreSubstitutionTarget: ({ name }: { name: string }) => `Restore the substitution name “${name}”`,
  saveSubstitutionRule: ({ rule }: { rule: string }) => `Save substitution of “${rule}”`,
  removeSubstitutionRule: ({ rule }: { rule: string }) => `Remove ${rule}`,
  restoreSubstitutionRule: ({ rule }: { rule: string }) => `Restore the substitution rule “${rule}”`,
  saveFieldAlias: ({ alias }: { alias: string }) => `Save the alias “${alias}”`,
  removeFieldAlias: ({ alias }: { alias: string }) => `Remove ${alias}`,
  restoreFieldAlias: ({ alias }: { alias: string }) => `Restore the alias “${alias}”`,
  saveView: ({ name }: { name: string }) => `Save the view “${name}”`,
  removeView: ({ view }: { view: string }) => `Remove ${view}`,
  restoreView: ({ name }: { name: string }) => `Restore the view “${name}”`,
  setDefaultView: ({ view }: { view: string }) => `Make ${view} the default`,
  clearDefaultView: ({ view }: { view: string }) => `Stop opening staging with ${view}`,
  saveStatus: ({ name }: { name: string }) => `Save the status “${name}”`,
  removeStatus: ({ status }: { status: string }) => `Remove ${status}`,
  restoreStatus: ({ name }: { name: string }) => `Restore the status “${name}”`,
  saveRateFloor: ({ floor }: { floor: string }) => `Set the rate floor to ${floor}`,
  saveAssignment: ({ place, person }: { place: string; person: string }) => `Assign jobs of ${place} to ${person}`,
  pauseAssignment: ({ place, person }: { place: string; person: string }) => `Stop assigning jobs of ${place} to ${person}`,
  moveAssignment: ({ rule }: { rule: string }) => `Move ${rule}`,
  removeAssignment: ({ rule }: { rule: string }) => `Remove ${rule}`,
  restoreAssignment: ({ place, person }: { place: string; person: string }) => `Restore the assignment of ${place} to ${person}`,
  saveFieldMapping: ({ atsField }: { atsField: string }) => `Map the ATS field ${atsField}`,
  moveFieldMapping: ({ line }: { line: string }) => `Move ${line}`,
  removeFieldMapping: ({ line }: { line: string }) => `Remove ${line}`,
  saveFlexMapping: ({ lines }: { lines: string }) => `Set the flex mapping to ${lines} lines`,
  restoreFieldMapping: ({ atsField }: { atsField: string }) => `Restore the mapping of the ATS field ${atsField}`,
} as const;

/** The key of a sentence with its parameters. */
export type ChangeMessage = {
  readonly [K in keyof typeof changeMessages]: readonly [key: K, places: Parameters<(typeof changeMessages)[K]>[0]];
}[keyof typeof changeMessages];

/** Headings under which a list groups changes. */
export const changeHeadings = {
  hold: 'Hold',
  release: 'Release',
  hide: 'Hide',
  show: 'Show',
  cancel: 'Cancel',
  reopen: 'Reopen',
  post: 'Post',
  assign: 'Assign',
  notes: 'Notes',
  sameOrder: 'Same order from two sources',
  rateFloor: 'Rate floor',
  editValue: 'Edit a value',
  unlockValue: 'Unlock a value',
  override: 'Override a job’s mapping',
  clearOverrides: 'Clear mapping overrides',
  map: 'Map',
  accept: 'Accept suggestions',
  ignore: 'Ignore',
  markUnique: 'Mark unique',
  restoreMapping: 'Restore mappings',
  feedback: 'Feedback on suggestions',
  sources: 'Sources',
  tasks: 'Tasks',
  rules: 'Rules',
  substitutions: 'Substitutions',
  fieldAliases: 'Field aliases',
  views: 'Saved views',
  statuses: 'Statuses',
  assignments: 'Assignments',
  fieldMapping: 'ATS field mapping',
  flexMapping: 'Flex mapping',
} as const;
export type ChangeHeading = keyof typeof changeHeadings;

/** Areas by which lists of changes are filtered. */
export const changeAreas = {
  jobs: 'Jobs',
  mapping: 'Mapping',
  posts: 'Posts',
  rules: 'Rules',
  tasks: 'Tasks',
  views: 'Views',
} as const;
export type ChangeArea = keyof typeof changeAreas;

/** Labels of compared values that are not fields of a job. */
export const comparedLabels = {
  hold: 'Hold',
  hidden: 'Hidden',
  status: 'Status',
  postedContent: 'Posted data',
  mappedTo: 'Mapped to',
  suggestion: 'Suggestion',
  aliases: 'Aliases',
  groupedSources: 'Grouped sources',
  version: 'Version',
  sameOrder: 'Same order',
  lowestBillRate: 'Lowest bill rate',
  lowestMargin: 'Lowest margin per hour',
  lowestMarginPercent: 'Lowest margin in percent',
  preventsPosting: 'Prevent posting below the floor',
} as const;
export type ComparedLabel = keyof typeof comparedLabels;

/** Labels of a bit of the change map: when set, then when not set. */
export const bitLabels = {
  held: ['On hold', 'Not on hold'],
  hidden: ['Hidden', 'Shown'],
  canceled: ['Canceled', 'Open'],
} as const satisfies Record<string, readonly [on: string, off: string]>;
export type BitLabel = keyof typeof bitLabels;
