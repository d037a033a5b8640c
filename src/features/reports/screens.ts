import type { Screen } from '#src/ui/screen/screen.ts';
import type { ReportScreen } from './report-screens.ts';

const load = (id: ReportScreen) => () => import('./report-screens.ts').then((m) => m.loadReport(id));

/** A screen below the library. Without what is optional, its address shows it. */
const report = <const Id extends ReportScreen, const At extends `/report_${string}`>(
  id: Id,
  at: At,
  title: string,
  audience: Screen['audience'],
  synonyms = 'report',
) => ({
  id,
  at: [at] as const,
  title,
  audience,
  row: 'reports' as const,
  parent: 'reportLibrary',
  sample: at.split('/:')[0] ?? at,
  synonyms,
  load: load(id),
});

/** Screens of this area, in the order of the sidebar. */
export const reportsScreens = [
  {
    id: 'dashboard',
    at: ['/', '/dashboard'],
    title: 'Dashboard',
    audience: 'everyone',
    row: 'dashboard',
    nav: { label: 'Dashboard', to: '/dashboard' },
    keys: 'g d',
    synonyms: 'home start overview',
    load: () => import('./dashboard/dashboard.tsx').then((m) => ({ Component: m.Dashboard })),
  },
  {
    id: 'dataExport',
    at: ['/export/:id'],
    title: 'Export',
    audience: 'everyone',
    row: 'dashboard',
    parent: 'dashboard',
    sample: '/export/2',
    synonyms: 'download data backup zip excel',
    load: load('dataExport'),
  },
  {
    id: 'reportLibrary',
    at: ['/reports'],
    title: 'Reports',
    audience: 'everyone',
    row: 'reports',
    nav: { label: 'Reports', to: '/reports' },
    synonyms: 'library lists files export',
    load: load('reportLibrary'),
  },
  report('myReports', '/report_myreports', 'My reports', 'staging.read', 'saved views'),
  report('jobsReport', '/report_jobs/:source?/:state?/:status?', 'Jobs', 'jobs.report', 'report all'),
  report('mapSummary', '/report_mapsummary', 'Map summary', 'map.facility', 'report sources unmapped counts'),
  report(
    'mapDetail',
    '/report_mapdetail/:source?/:target?/:fname?',
    'Map detail',
    'map.facility',
    'report clients facilities mapped',
  ),
  report('mapDegreeReport', '/report_mapcert', 'Mapped degrees', 'map.degree', 'report certifications professions'),
  report('mapSpecialtyReport', '/report_mapspec', 'Mapped specialties', 'map.degree', 'report units'),
  report('mapShiftReport', '/report_mapshift', 'Mapped shifts', 'map.shift', 'report nights days'),
  report('ruleReport', '/report_rules', 'Rule report', 'rules.read', 'report rules description list'),
  report('customerTasksReport', '/report_customertasks', 'Customer tasks', 'tasks.read', 'report collecting runs'),
  report('customerTargetsReport', '/report_customertargets', 'Customer targets', 'everyone', 'report ats'),
  report('feedJobs', '/report_xmljobs', 'Jobs in feeds', 'targets.write', 'report boards indeed'),
  report('submissionFunnel', '/report_submissionfunnel', 'Submission funnel', 'submissions.use', 'report placed offer interview'),
  report('taskErrors', '/report_dcerrors', 'Task errors', 'tasks.read'),
  report('dataIssues', '/report_data', 'Data issues', 'jobs.report'),
  report('taskStatus', '/report_dcstatus', 'Task status', 'tasks.read'),
  report('taskAudit', '/report_taskaudit', 'Task audit', 'tasks.read'),
  report('customersByTask', '/report_customerbytask', 'Customers by task', 'admin'),
  report('taskUsers', '/report_agentuserlist', 'Task users', 'admin'),
  report('loginHistory', '/report_user-login-history', 'Login history', 'admin'),
  report('customerContacts', '/report_customercontacts', 'People by customer', 'admin'),
  report('customerSubscription', '/report_customersubscription', 'Customer subscriptions', 'admin'),
  report('customerRisk', '/report_customer-risk', 'Customer risk', 'admin'),
  report('serviceItemsReport', '/report_serviceitems', 'Service items report', 'admin'),
] as const satisfies readonly Screen[];
