import type { CrudNoun, SavedSetting } from '../support/crud-spec.ts';

/** Nouns that a customer's own administrator edits. */
export const ofTheAgency: readonly CrudNoun[] = [
  {
    noun: 'mapping/external-shifts',
    screen: '/eshifts',
    table: 'External shifts',
    add: {
      button: 'Add shift',
      name: 'Walk nights',
      type: { Name: 'Walk nights', 'ATS ID': 'W-1', Starts: '19:00', Ends: '07:00' },
    },
    refuse: { type: { Starts: '25:00' }, says: 'Enter the time as 19:00' },
    edit: { type: { Name: 'Walk late nights', 'Hours per week': '36' }, save: 'Save shift', lists: 'Walk late nights' },
    remove: true,
    undo: 'Walk late nights',
  },
  {
    noun: 'posting/statuses',
    screen: '/expandedStatus',
    table: 'Statuses',
    add: { button: 'Add status', name: 'Walk status', type: { Name: 'Walk status' } },
    refuse: { type: { Name: ' ' }, says: 'Enter a name' },
    edit: { type: { Name: 'Walked status' }, save: 'Save status', lists: 'Walked status' },
    remove: true,
    undo: 'Walked status removed',
  },
  {
    noun: 'staging/assignments',
    screen: '/assignments',
    table: 'Assignments',
    add: {
      button: 'Add assignment',
      name: 'Careline',
      type: { 'Assigned to': { choose: 'Ann Reyes' }, Source: { choose: 'Careline' } },
    },
    refuse: { nothing: 'people and sources are chosen from lists' },
    edit: {
      type: { 'Assigned to': { choose: 'Marcus Bell' } },
      save: 'Save assignment',
      says: 'Assignment of Careline saved',
    },
    undo: 'Assignment of Careline saved',
  },
  {
    noun: 'rules/field-aliases',
    screen: '/fieldAliases',
    table: 'Field aliases',
    add: { button: 'Add alias', name: 'Walk alias', type: { Field: { choose: 'Unit' }, Alias: 'Walk alias' } },
    refuse: { type: { Alias: 'Facility' }, says: 'is the name of the field Facility' },
    edit: { type: { Alias: 'Walked alias' }, save: 'Save alias', lists: 'Walked alias' },
    remove: true,
    undo: 'Walked alias removed',
  },
  {
    noun: 'mapping/excluded-facilities',
    screen: '/sources',
    table: 'Sources',
    row: 'Careline',
    refuse: { nothing: 'facilities are ticked, and each may be' },
    edit: {
      action: 'Excluded facilities…',
      type: { Facilities: { tick: 'the first' } },
      save: 'Save excluded facilities',
      says: '1 facility excluded for Careline',
    },
  },
  {
    noun: 'rules/substitution-names',
    screen: '/degreemap?view=names',
    table: 'Substitution names',
    add: { button: 'Add name', name: 'Walk Nurse', type: { Name: 'Walk Nurse' } },
    refuse: { type: { Name: ' ' }, says: 'Enter the name' },
    edit: { type: { Name: 'Walking Nurse' }, save: 'Save name', lists: 'Walking Nurse' },
    remove: true,
    undo: 'Walking Nurse removed',
  },
  {
    noun: 'rules/substitution-rules',
    screen: '/degreemap?view=rules',
    table: 'Substitution rules',
    add: { button: 'Add rule', name: 'walkrn', type: { 'Vendor text': 'walkrn', 'Replaced with': { choose: 'Walking Nurse' } } },
    refuse: { type: { 'Vendor text': '(' }, says: 'The pattern “(” cannot be read' },
    edit: { type: { 'Vendor text': 'walkingrn' }, save: 'Save rule', lists: 'walkingrn' },
    remove: true,
    undo: 'Substitution rule removed',
  },
];

/** Nouns that only the provider's administrator may edit; tested on a customer without rows. */
export const ofTheProvider: readonly CrudNoun[] = [
  {
    noun: 'collecting/parsers',
    screen: '/parsers',
    table: 'Parsers',
    add: { button: 'Add parser', name: 'Walk parser', type: { Name: 'Walk parser' } },
    refuse: { type: { Name: ' ' }, says: 'Parser Name is required' },
    edit: { type: { Name: 'Walked parser' }, save: 'Save parser', lists: 'Walked parser' },
  },
  {
    noun: 'collecting/parser-rules',
    screen: '/parserrules',
    table: 'Parser rules',
    add: { button: 'Add rule', name: 'Walk rule', type: { Description: 'Walk rule', Pattern: 'walk' } },
    refuse: { type: { Pattern: '(' }, says: 'The pattern “(” cannot be read' },
    edit: { type: { Description: 'Walked rule' }, save: 'Save rule', lists: 'Walked rule' },
  },
  {
    noun: 'support/notices',
    screen: '/notificationsTool',
    table: 'Notices',
    add: {
      button: 'Add notice',
      name: 'Walk notice',
      type: { Name: 'Walk notice', Message: 'Read-only on Saturday', Customers: { tick: 'the first' } },
    },
    refuse: { type: { Name: ' ' }, says: 'Enter a name' },
    edit: { type: { Name: 'Walked notice' }, save: 'Save notice', lists: 'Walked notice' },
  },
  {
    noun: 'support/documents',
    screen: '/documents',
    table: 'Documents',
    add: { button: 'Add document', name: 'Walk document', type: { Name: 'Walk document' } },
    refuse: { type: { Name: ' ' }, says: 'Enter a name' },
    edit: { type: { Name: 'Walked document' }, save: 'Save document', lists: 'Walked document' },
  },
  {
    noun: 'system/service-items',
    screen: '/servicesettingitems',
    table: 'Service items',
    add: {
      button: 'Add service item',
      name: 'notices.listed',
      type: { Item: { choose: 'Notices listed (notices.listed)' }, Value: '50' },
    },
    refuse: { type: { Value: '5' }, says: 'Enter a whole number of notices from 20 to 1,000' },
    edit: { type: { Value: '60' }, save: 'Save service item', lists: '60 notices' },
  },
  {
    noun: 'support/error-configurations',
    screen: '/notificationconfigs',
    table: 'Error alerts',
    add: {
      button: 'Add error alert',
      name: 'Email refused',
      type: { Error: { choose: '22 Email refused' }, Errors: '50' },
    },
    refuse: { type: { Errors: '0' }, says: 'Enter a whole number of errors from 1 to 10,000' },
    edit: { type: { Errors: '60' }, save: 'Save error alert', lists: '0 of 60' },
  },
  {
    noun: 'mapping/shared-facilities',
    screen: '/facilitiesShared',
    table: 'Shared facilities',
    add: { button: 'Add facility', name: 'Walk Hospital', type: { Name: 'Walk Hospital', City: 'Reno', Country: 'US' } },
    refuse: { type: { Country: 'USA' }, says: 'Enter the two-letter country code' },
    edit: { type: { Name: 'Walk General', Zip: '89501' }, save: 'Save facility', lists: 'Walk General' },
  },
  {
    noun: 'mapping/sources',
    screen: '/sources',
    table: 'Sources',
    add: { button: 'Add source', name: 'WestVMS', type: { Name: 'WestVMS', Alias: 'West' } },
    refuse: { type: { Name: ' ' }, says: 'Source Name is required' },
    edit: { type: { Name: 'EastVMS', Alias: 'East' }, save: 'Save source', lists: 'EastVMS' },
  },
  {
    noun: 'mapping/sources',
    screen: '/sources',
    table: 'Sources',
    add: { button: 'Add source', name: 'NorthVMS', type: { Name: 'NorthVMS' } },
    refuse: { type: { Alias: 'x'.repeat(101) }, says: 'Shorten the alias to 100 characters' },
    edit: {
      action: 'Feed aliases…',
      type: { Aliases: { tags: ['N-VMS'] } },
      save: 'Save aliases',
      says: 'Alias saved: NorthVMS',
    },
    undo: 'Alias saved: NorthVMS',
  },
  {
    noun: 'mapping/source-groups',
    screen: '/sources',
    table: 'Sources',
    row: 'NorthVMS',
    refuse: { nothing: 'sources are ticked, and the list offers only those that may be' },
    edit: { action: 'Group sources…', type: { Sources: { tick: 'EastVMS' } }, save: 'Save group', lists: 'EastVMS' },
    undo: 'NorthVMS groups 1',
  },
  {
    noun: 'rules/fields',
    screen: '/jrfields',
    table: 'Fields',
    row: 'Buyer',
    refuse: { type: { Title: ' ' }, says: 'Enter a title' },
    edit: { type: { Title: 'Purchaser' }, save: 'Save field', lists: 'Purchaser' },
  },
];

/** Nouns whose fields are saved when they lose the focus. */
export const settings: readonly SavedSetting[] = [
  {
    noun: 'rules/pay',
    screen: '/pcsetup',
    part: 'Calculation',
    label: 'Hours per week',
    type: '38',
    reads: '38',
    tooMuch: { type: '200', reads: '168' },
  },
  {
    noun: 'rules/pay-rates',
    screen: '/pcsetup',
    part: 'Fees',
    label: 'VMS fee of Careline, percent',
    type: '4.5',
    reads: '4.5%',
    tooMuch: { type: '101', reads: '100%' },
  },
];

/** Read-only nouns, each with a screen and a text on it. */
export const readings: readonly { readonly noun: string; readonly screen: string; readonly shows: string }[] = [
  { noun: 'rules/pay-preview', screen: '/pcsetup', shows: 'Pay preview' },
  { noun: 'rules/substitutions', screen: '/degreemap', shows: 'Replaces vendors’ degree and specialty names' },
  { noun: 'rules/vendor-values', screen: '/degreemap?view=values', shows: 'VMS value' },
];

/** Nouns with a separate test in `crud.spec.ts`. */
export const others = ['sync/devices'] as const;
