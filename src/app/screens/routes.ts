import type { RightName } from '#contract/kit/rights.ts';

/** The sidebar's groups in order of use. */
export const groups = [
  { id: 'home', label: 'Home' },
  { id: 'jobs', label: 'Jobs' },
  { id: 'mapping', label: 'Mapping' },
  { id: 'rules', label: 'Rules' },
  { id: 'collect', label: 'Collect' },
  { id: 'targets', label: 'Post to' },
  { id: 'submissions', label: 'Submissions' },
  { id: 'reports', label: 'Reports' },
  { id: 'account', label: 'Account' },
  { id: 'provider', label: 'Provider' },
] as const;
export type GroupId = (typeof groups)[number]['id'];

/** Whom a screen is for. The sidebar hides what a person may not open; the service checks all the same. */
type Audience = 'public' | 'everyone' | 'admin' | RightName;

/** One screen: the addresses it stands at, and where navigation shows it. */
export type Route = {
  id: string;
  /** The documented patterns. */
  at: readonly string[];
  title: string;
  for: Audience;
  /** Absent: reached from other screens only. */
  nav?: { group: GroupId; label: string; to: string };
  /** Sequence that goes there from anywhere. */
  keys?: string;
  /** Words that find it in the palette beside its title. */
  also?: string;
};

/**
 * Every screen that stands, in the order of the sidebar. A screen is added here and in `screens.ts`, which must name the
 * same ids; `npm run -s list:routes` prints the patterns.
 */
export const routes = [
  { id: 'login', at: ['/login/:m?'], title: 'Sign in', for: 'public' },
  { id: 'reset', at: ['/reset/:lnk?'], title: 'Set a new password', for: 'public' },
  {
    id: 'dashboard',
    at: ['/', '/dashboard'],
    title: 'Dashboard',
    for: 'everyone',
    nav: { group: 'home', label: 'Dashboard', to: '/dashboard' },
    keys: 'g d',
    also: 'home start overview',
  },
  {
    id: 'outbox',
    at: ['/outbox'],
    title: 'Outbox',
    for: 'everyone',
    nav: { group: 'home', label: 'Outbox', to: '/outbox' },
    keys: 'g o',
    also: 'waiting unsent conflicts sync queue',
  },
  {
    id: 'offline',
    at: ['/offline'],
    title: 'Offline & storage',
    for: 'everyone',
    nav: { group: 'home', label: 'Offline & storage', to: '/offline' },
    also: 'space download protect clear',
  },
  {
    id: 'staging',
    at: ['/staging/:pg?/:all?'],
    title: 'Staging',
    for: 'staging.read',
    nav: { group: 'jobs', label: 'Staging', to: '/staging' },
    keys: 'g s',
    also: 'jobs grid orders requisitions',
  },
  {
    id: 'mapFacilities',
    at: ['/mapfacility/:pg?/:target?/:source?/:fname?'],
    title: 'Map facilities',
    for: 'map.facility',
    nav: { group: 'mapping', label: 'Facilities', to: '/mapfacility' },
    keys: 'g m',
    also: 'inbox clients hospitals match unmapped',
  },
  {
    id: 'mapDegrees',
    at: ['/mapdegree/:pg?'],
    title: 'Map degrees and specialties',
    for: 'map.degree',
    nav: { group: 'mapping', label: 'Degrees & specialties', to: '/mapdegree' },
    also: 'inbox professions units match unmapped',
  },
  {
    id: 'mapShifts',
    at: ['/mapshift/:pg?'],
    title: 'Map shifts',
    for: 'map.shift',
    nav: { group: 'mapping', label: 'Shifts', to: '/mapshift' },
    also: 'inbox nights days match unmapped',
  },
  {
    id: 'premap',
    at: ['/premap'],
    title: 'Premap',
    for: 'map.degree',
    nav: { group: 'mapping', label: 'Premap', to: '/premap' },
    also: 'degrees specialties template upload beforehand',
  },
  {
    id: 'externalShifts',
    at: ['/eshifts'],
    title: 'External shifts',
    for: 'map.shift',
    nav: { group: 'mapping', label: 'External shifts', to: '/eshifts' },
    also: 'ats shifts times hours',
  },
  {
    id: 'sharedFacilities',
    at: ['/facilitiesShared'],
    title: 'Shared facilities',
    for: 'everyone',
    nav: { group: 'mapping', label: 'Shared facilities', to: '/facilitiesShared' },
    also: 'hospitals addresses',
  },
  {
    id: 'specialtyDegrees',
    // Ours: the documents know the calls, not the screen.
    at: ['/specialtydegrees'],
    title: 'Specialty degrees',
    for: 'map.degree',
    nav: { group: 'mapping', label: 'Specialty degrees', to: '/specialtydegrees' },
    also: 'specialty degree map',
  },
  {
    id: 'orderTypes',
    // Ours, as above.
    at: ['/ordertypes'],
    title: 'Order types',
    for: 'map.degree',
    nav: { group: 'mapping', label: 'Order types', to: '/ordertypes' },
    also: 'source map order sub-types',
  },
  {
    id: 'mapRuns',
    // Ours: bulk and automatic runs, which the documents only start.
    at: ['/mapruns'],
    title: 'Mapping runs',
    for: 'everyone',
    nav: { group: 'mapping', label: 'Runs', to: '/mapruns' },
    also: 'automatic bulk undo changes history',
  },
  {
    id: 'mapSummary',
    at: ['/report_mapsummary'],
    title: 'Map summary',
    for: 'map.facility',
    nav: { group: 'reports', label: 'Map summary', to: '/report_mapsummary' },
    also: 'report sources unmapped counts',
  },
  {
    id: 'mapDetail',
    at: ['/report_mapdetail/:source?/:target?/:fname?'],
    title: 'Map detail',
    for: 'map.facility',
    nav: { group: 'reports', label: 'Map detail', to: '/report_mapdetail' },
    also: 'report clients facilities mapped',
  },
  {
    id: 'mapDegreeReport',
    at: ['/report_mapcert'],
    title: 'Mapped degrees',
    for: 'map.degree',
    nav: { group: 'reports', label: 'Mapped degrees', to: '/report_mapcert' },
    also: 'report certifications professions',
  },
  {
    id: 'mapSpecialtyReport',
    at: ['/report_mapspec'],
    title: 'Mapped specialties',
    for: 'map.degree',
    nav: { group: 'reports', label: 'Mapped specialties', to: '/report_mapspec' },
    also: 'report units',
  },
  {
    id: 'mapShiftReport',
    at: ['/report_mapshift'],
    title: 'Mapped shifts',
    for: 'map.shift',
    nav: { group: 'reports', label: 'Mapped shifts', to: '/report_mapshift' },
    also: 'report nights days',
  },
  {
    id: 'jobUpload',
    at: ['/jobupload'],
    title: 'Upload jobs',
    for: 'uploads.write',
    nav: { group: 'jobs', label: 'Upload', to: '/jobupload' },
    also: 'file csv xlsx xml json import',
  },
  {
    id: 'rules',
    at: ['/custrules/:id?', '/custrules/showdeleted'],
    title: 'Business rules',
    for: 'rules.read',
    nav: { group: 'rules', label: 'Business rules', to: '/custrules' },
    keys: 'g r',
    also: 'customer processing conditions actions table lab',
  },
  {
    id: 'paySetup',
    at: ['/pcsetup'],
    title: 'Pay setup',
    for: 'staging.read',
    nav: { group: 'rules', label: 'Pay setup', to: '/pcsetup' },
    also: 'margin inclusive pay fees burdens degree rates',
  },
  {
    id: 'fields',
    at: ['/jrfields'],
    title: 'Field definitions',
    for: 'rules.read',
    nav: { group: 'targets', label: 'Field definitions', to: '/jrfields' },
    also: 'product fields catalogue titles required',
  },
  {
    id: 'ruleReport',
    at: ['/report_rules'],
    title: 'Rule report',
    for: 'rules.read',
    nav: { group: 'reports', label: 'Rules', to: '/report_rules' },
    also: 'report rules description csv',
  },
  {
    id: 'substitutions',
    at: ['/degreemap'],
    title: 'Substitutions',
    for: 'rules.read',
    nav: { group: 'mapping', label: 'Substitutions', to: '/degreemap' },
    also: 'degrees specialties rewrite names replace vms values',
  },
  {
    id: 'tasks',
    at: ['/tasks/:c?'],
    title: 'Tasks',
    for: 'tasks.read',
    nav: { group: 'collect', label: 'Tasks', to: '/tasks' },
    keys: 'g t',
    also: 'data collection feeds crawlers agents vms connections',
  },
  {
    id: 'sources',
    at: ['/sources'],
    title: 'Sources',
    for: 'tasks.read',
    nav: { group: 'collect', label: 'Sources', to: '/sources' },
    also: 'vms aliases grouping names',
  },
  { id: 'taskEdit', at: ['/edittask/:id/:c?'], title: 'Task', for: 'tasks.read' },
  {
    id: 'targets',
    // The list is ours: the documents reach a target by its id alone.
    at: ['/targetconfig'],
    title: 'Targets',
    for: 'targets.write',
    nav: { group: 'targets', label: 'Targets', to: '/targetconfig' },
    also: 'ats bullhorn xml feed connection posting',
  },
  {
    id: 'referenceLists',
    at: ['/myclients', '/mydegrees', '/myspecialties', '/myshifts', '/mycontacts', '/myvms', '/mymsp'],
    title: 'Reference lists',
    for: 'targets.write',
    nav: { group: 'targets', label: 'Reference lists', to: '/myclients' },
    also: 'my clients degrees specialties shifts contacts vms msp upload',
  },
  { id: 'targetConfig', at: ['/targetconfig/:id/:cid?'], title: 'Target', for: 'targets.write' },
  {
    id: 'devices',
    // Ours: the documents know no devices.
    at: ['/devices'],
    title: 'Devices',
    for: 'admin',
    nav: { group: 'provider', label: 'Devices', to: '/devices' },
    also: 'unsent work revoke wipe lost tablet laptop browser',
  },
  {
    id: 'systemSettings',
    at: ['/systemsettings'],
    title: 'System settings',
    for: 'admin',
    nav: { group: 'provider', label: 'System settings', to: '/systemsettings' },
    also: 'ai model endpoint key openai provider',
  },
  {
    id: 'preferences',
    at: ['/preferences'],
    title: 'Preferences',
    for: 'everyone',
    nav: { group: 'account', label: 'Preferences', to: '/preferences' },
    also: 'time zone date format dark theme density shortcuts',
  },
] as const satisfies readonly Route[];

export type RouteId = (typeof routes)[number]['id'];
