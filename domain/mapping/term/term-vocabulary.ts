// How the field writes its roles, units and settings: our own list. All words are folded (lower case, no punctuation). Each row:
// the concept, then its spellings separated by "|". Longer spellings are matched first, so "neonatal icu" is one unit and not two
// words.

const SPELLINGS: readonly (readonly [concept: string, written: string])[] = [
  // Roles
  ['rn', 'registered nurse|registered nurses|registered nursing|rns|staff nurse'],
  [
    'lpn',
    'lvn|lpns|lvns|licensed practical nurse|licensed vocational nurse|licensed practical and licensed vocational nurse|licensed practical and licensed vocational nurses|lpn lvn|lvn lpn|practical nurse|vocational nurse|licensed practical nurses|licensed vocational nurses',
  ],
  [
    'cna',
    'certified nursing assistant|certified nurse assistant|certified nurses aide|certified nurse aide|certified nursing aide|nursing assistant|nurse assistant|nurses assistant|nurse aide|nurses aide|nursing aide|nursing aides|nursing assistants|stna|gna|lna|nurse aid|nurses aid|cert nursing asst|cert nurse asst|nursing asst|cert nursing assistant|cna nurse assistant|patient care aide|patient care assistant|pca',
  ],
  ['medication aide', 'med aide|med tech aide|cma medication aide|certified medication aide|qmap'],
  [
    'patient care technician',
    'pct|patient care tech|patient care technicians|patient care techs|pcts|patient care associate|patient technician',
  ],
  [
    'np',
    'nurse practitioner|nurse practitioners|arnp|aprn|nps|fnp|crnp|acnp|pnp|advanced practice nurse|advanced practice registered nurse|advanced registered nurse practitioner|apn',
  ],
  ['crna', 'nurse anesthetist|nurse anesthetists|certified registered nurse anesthetist'],
  ['cnm', 'nurse midwife|nurse midwives|certified nurse midwife'],
  ['cns', 'clinical nurse specialist|clinical nurse specialists'],
  ['midwife', 'midwives|certified professional midwife|cpm|midwifery'],
  ['physician assistant', 'pa|pac|pa c|physicians assistant|physician assistants|physicians assistants|physician associate'],
  ['physician', 'md|doctor|physicians|medical doctor|do|doctor of medicine|doctor of osteopathy|osteopathic physician|provider'],
  ['advanced practice provider', 'app|advanced practice|np pa'],
  ['medical assistant', 'medical assistants|cma|rma|certified medical assistant|registered medical assistant|ma'],
  ['director of nursing', 'don|director nursing'],
  ['assistant director of nursing', 'adon'],
  ['chief nursing officer', 'cno|chief nurse'],
  ['pt', 'physical therapist|physical therapists|physical therapy|physiotherapist|dpt|rpt'],
  [
    'pta',
    'physical therapist assistant|physical therapy assistant|physical therapist assistants|physical therapy assistants|lpta|licensed physical therapist assistant|licensed physical therapy assistant',
  ],
  [
    'pt aide',
    'physical therapist aide|physical therapist aides|physical therapy aide|physical therapy technician|physical therapy tech|rehab aide|rehabilitation aide',
  ],
  ['ot', 'occupational therapist|occupational therapists|occupational therapy|otr|otr l'],
  [
    'cota',
    'occupational therapy assistant|occupational therapist assistant|certified occupational therapy assistant|certified occupational therapist assistant|occupational therapy assistants|occupational therapist assistants|ota|cota l',
  ],
  ['ot aide', 'occupational therapy aide|occupational therapy aides|occupational therapist aide'],
  [
    'slp',
    'speech language pathologist|speech language pathologists|speech language pathology|speech pathologist|speech pathology|speech therapist|speech therapy|speech language therapist|speech and language pathologist|speech and language therapist|ccc slp|cfy|speech clinician',
  ],
  [
    'slpa',
    'speech language pathology assistant|speech language pathologist assistant|speech language pathology assistants|speech therapy assistant|speech therapist assistant|speech pathology assistant|speech and language pathology assistant',
  ],
  [
    'respiratory therapist',
    'rrt|crt|rcp|resp therapist|resp therapy|resp care|respiratory therapists|registered respiratory therapist|certified respiratory therapist|respiratory care practitioner|respiratory therapy|respiratory care|inhalation therapist|respiratory therapist rrt|respiratory practitioner',
  ],
  [
    'recreational therapist',
    'recreation therapist|recreational therapists|recreation recreational therapist|therapeutic recreation specialist|ctrs|recreation therapy|recreational therapy|certified therapeutic recreation specialist',
  ],
  ['respiratory technician', 'respiratory therapy technician|respiratory tech'],
  [
    'surgical technologist',
    'cst|certified surgical technologist|surgical technologists|surgical tech|surgical technician|surg tech|scrub tech|scrub technician|operating room tech|operating room technician|or tech|or technician|certified surgical tech|surgical scrub tech|scrub or surgical tech|or tech surgical tech|certified or tech surgical tech|operating room technologist|surgical scrub technologist|surgical orderly technician|certified surgical scrub tech|ort',
  ],
  [
    'surgical first assistant',
    'csfa|cfa|first assist|first assistant|surgical first assist|surgical assistant|surgical assistants|certified surgical first assistant|rnfa|crnfa|surgical first assistant technician',
  ],
  [
    'sterile processing technician',
    'spt|spd tech|sterile processing|sterile processing tech|central sterile|central sterile technician|centralized sterile technician|central sterile processing|crcst|medical equipment preparer|medical equipment preparers|sterilization technician|sterile technician|central supply technician|central service technician|sterile tech|central sterile tech|instrument technician|spd',
  ],
  [
    'monitor technician',
    'monitor tech|telemetry tech|telemetry technician|monitor telemetry tech|tele tech|centralized cardiac monitoring technician|cardiac monitor technician',
  ],
  [
    'radiologic technologist',
    'rad tech|radiology tech|radiologic tech|radiology technologist|radiology technician|radiologic technician|x ray tech|xray tech|x ray technician|x ray technologist|radiographer|radiologic technologists|rt r|radiological technologist|radiography technologist|xray technician|xray technologist|radiologic technologists and technicians|radiological technician|diagnostic radiologic technologist',
  ],
  [
    'ct technologist',
    'ct tech|cat scan tech|cat scan technologist|ct scan technologist|computed tomography technologist|ct scan tech|computed tomography tech|computed tomography ct technologist|cat scan technician|ct technician',
  ],
  [
    'mri technologist',
    'mri tech|mr tech|magnetic resonance imaging technologist|magnetic resonance imaging technologists|mri technician|magnetic resonance imaging tech',
  ],
  ['mammography technologist', 'mammo tech|mammography tech|mammography technician|mammographer|mammo technologist'],
  [
    'nuclear medicine technologist',
    'nuc med tech|nuclear med tech|nuclear medicine tech|nuclear medicine technologists|nuclear medicine technician|nmt|cnmt|nuclear medical technologist|nuclear technologist|pet technologist',
  ],
  [
    'sonographer',
    'ultrasound tech|ultrasound technologist|ultrasound technician|sonographers|diagnostic medical sonographer|diagnostic medical sonographers|rdms|sonography technician|sonography|ultrasound|ultrasonographer|ultrasound sonographer|ultrasound tech sonographer|sonography tech|ultrasound technologists|medical sonographer',
  ],
  [
    'echo technologist',
    'echo tech|echo technician|echocardiographer|cardiac sonographer|echocardiography|rdcs|echo tech cardiac sonographer|echocardiogram technician|echocardiographic technologist|echocardiography technologist',
  ],
  ['vascular technologist', 'vascular tech|rvt|vascular sonographer|vascular technician'],
  ['radiation therapist', 'radiation therapists|radiation therapy|rtt|radiation therapy technologist|radiation technologist'],
  ['dosimetrist', 'medical dosimetrist|medical dosimetrists|dosimetrists|dosimetry'],
  [
    'cath lab technologist',
    'cath lab tech|cath labtech|cardiac cath lab tech|catheterization laboratory technologist|cath lab technician|rcis|cardiac catheterization technologist|cardiac cath tech|cardiac catheterization technician',
  ],
  ['ep technologist', 'ep tech|electrophysiology tech|electrophysiology technician|electrophysiology technologist|ep technician'],
  [
    'ir technologist',
    'ir tech|interventional radiology tech|interventional radiology technologist|interventional technologist|special procedures tech|special procedures technologist|special procedure technician|interventional technician',
  ],
  [
    'cardiovascular technologist',
    'cardiovascular tech|cvt|cardiovascular technician|cardiology technician|cardiac technician|cardiovascular technologists and technicians|cardiology technologist|cardiopulmonary technologist|cardiopulmonary technician',
  ],
  [
    'ekg technician',
    'ekg tech|ecg tech|ecg technician|electrocardiogram technician|electrocardiograph technician|electrocardiography technician|ekg|ecg|cardiographer',
  ],
  [
    'eeg technologist',
    'eeg tech|eeg technician|electroencephalogram technician|electroencephalograph technologist|reeg t|reegt|electroneurodiagnostic technologist|end tech|neurodiagnostic technologist|neurodiagnostic technologists|electroencephalogram technologist|electroencephalographic technologist|neurophysiology technologist|electroneurodiagnostic technician|neurodiagnostic tech',
  ],
  [
    'polysomnographer',
    'sleep tech|psg tech|polysomnographic tech|polysomographic tech|polysomnographic technologist|sleep technologist|sleep technician|sleep psg tech|rpsgt|polysomnographer sleep tech|sleep medicine polysomnographic technologist|polysomnographic technician|polysomnography technologist|polysomnograph technician|polysomnograph technologist',
  ],
  ['phlebotomist', 'phlebotomists|phlebotomy technician|phlebotomy|phleb|phlebotomy tech|blood draw technician'],
  [
    'medical laboratory scientist',
    'mls|cls|mt ascp|med lab scientist|med lab sci|clinical lab scientist|clinical laboratory scientist|medical lab scientist|medical technologist|lab scientist|cls mls mt|medical laboratory technologist|clinical laboratory technologist|medical and clinical laboratory technologist|medical and clinical laboratory technologists|laboratory technologist|lab technologist',
  ],
  [
    'medical laboratory technician',
    'mlt|medical lab technician|lab technician|lab tech|clinical laboratory technician|clinical lab technician|laboratory technician|medical and clinical laboratory technician|medical and clinical laboratory technicians|laboratory tech|medical technician',
  ],
  ['microbiology technologist', 'microbiology tech|microbiologist|microbiology technician'],
  [
    'histotechnologist',
    'histo tech|histology tech|histology technician|histologist|histotechnician|histology technicians|histotechnologists|certified histo tech|histologic technician|histology technologist|histologic technologist|histological technician',
  ],
  ['cytotechnologist', 'cyto tech|cytotech|cytologist|cytotechnologists|cytology technologist|cytology tech'],
  ['pathologists assistant', 'pathology assistant|pathologist assistant|pathologists assistants|pathology assistants'],
  [
    'pharmacy technician',
    'pharmacy tech|pharm tech|cpht|pharmacy technicians|certified pharmacy tech|certified pharmacy technician|pharmacy tech inpatient|pharmacist technician',
  ],
  ['pharmacist', 'pharmd|rph|pharmacists|pharmacy doctor|doctor of pharmacy'],
  [
    'dietitian',
    'dietician|rd|rdn|dietitians|registered dietitian|registered dietician|nutritionist|dietitians and nutritionists|rdcd dietician|clinical dietitian|clinical nutritionist|nutritionists',
  ],
  [
    'dialysis technician',
    'dialysis tech|hemodialysis tech|hemodialysis technician|cht|certified dialysis tech|ccht|certified hemodialysis technician|renal dialysis technician',
  ],
  ['endoscopy technician', 'endo tech|gi tech|endoscopy tech|endoscopy technicians|endoscopic technician'],
  ['anesthesia technician', 'anesthesia tech|anesthesia technologist|certified anesthesia|certified anesthesia tech'],
  ['anesthesiologist assistant', 'anesthesiologist assistants|caa|anesthesia assistant'],
  [
    'er technician',
    'er tech|ed tech|emergency room tech|emergency room technician|emergency department technician|emergency technician',
  ],
  [
    'emt',
    'emergency medical technician|emergency medical technicians|emts|emt er technician|ambulance attendant|first responder|emt b|emt basic',
  ],
  ['paramedic', 'paramedics|emt paramedic|emt p|paramedic emt'],
  ['ob technician', 'ob tech|labor and delivery tech|obstetrical technician'],
  ['orthopedic technician', 'ortho tech|orthopedic tech|cast technician|orthopedic technologist'],
  [
    'behavioral health technician',
    'bht|behavioral health tech|mental health tech|mental health technician|psych tech|psychiatric technician|psychiatric technicians|mht|psychiatric tech|behavior technician',
  ],
  ['psychiatric aide', 'psychiatric aides|mental health aide|psych aide|mental health assistant|mental health worker'],
  [
    'home health aide',
    'hha|certified home health hospice aide|home health hospice aide|home care aide|home health aides|hospice aide|certified home health aide|home attendant',
  ],
  [
    'personal care aide',
    'personal care aides|personal care attendant|caregiver|companion|personal care assistant|sitter|sitter companion|direct support professional|personal attendant|care provider',
  ],
  ['orderly', 'orderlies|transporter|patient transporter|hospital orderly|transport aide|transport orderly'],
  ['lcsw', 'licensed clinical social worker|lcsw licensed clinical social worker'],
  ['licsw', 'licensed independent clinical social worker|licsw licensed independent clinical social worker'],
  [
    'msw',
    'lmsw|master of social work|masters of social work|licensed master social worker|licensed masters of social worker|lmsw licensed masters of social worker|master social worker',
  ],
  ['social worker', 'social workers|sw|social services|social work|medical social worker|case worker'],
  ['case manager', 'case management|case managers|case mangement|cm|care manager|rn case manager'],
  ['utilization review', 'ur|utilization management|utilization reviewer'],
  [
    'bcba',
    'board certified behavior analyst|board certified behavioral analyst|behavior analyst|board certified behavioral analyst bcba|applied behavior analyst',
  ],
  ['lmft', 'licensed marriage and family therapist|marriage and family therapist'],
  ['lpc', 'licensed professional counselor|lpcc|licensed professional clinical counselor|lmhc|licensed mental health counselor'],
  ['psychologist', 'psychologists|psyd|clinical physchologist'],
  ['psychiatrist', 'psychiatrists'],
  ['athletic trainer', 'athletic trainers|atc|certified athletic trainer'],
  ['perfusionist', 'perfusionists|ccp|perfusion'],
  ['audiologist', 'audiologists|ccc a|aud|audiology'],
  ['clinical research nurse', 'crn|clinical research rn|research nurse|clinical research nurse crn'],
  [
    'clinical documentation specialist',
    'cdi|cdis|clinical documentation improvement specialist|clinical document improvement specialist',
  ],
  [
    'medical coder',
    'coder|medical coding|coding specialist|medical records specialist|medical records specialists|medical records technician|medical record clerk|medical records clerk|medical billing and coding|health information clerk|records technician|medical coding specialist',
  ],
  [
    'patient representative',
    'patient representatives|patient advocate|patient access representative|patient access rep|patient access|patient registration rep|patient liaison|patient service representative|patient services representative',
  ],
  ['dental hygienist', 'dental hygienists|dental hygenist|rdh|registered dental hygienist'],
  ['dental assistant', 'dental assistants|dental aide'],
  ['veterinary', 'vet|veterinarian|veterinarians'],
  // Units
  [
    'icu',
    'intensive care unit|intensive care|critical care|intensive care units|critical care unit|critical care intensive care|icu intensive care unit|intensive coronary care',
  ],
  ['nicu', 'neonatal icu|neonatal intensive care unit|neonatal intensive care|nicu neonatal intensive care'],
  ['picu', 'pediatric icu|pediatric intensive care unit|pediatric intensive care|peds icu|picu pediatric intensive care'],
  ['micu', 'medical icu|medical intensive care unit|medical intensive care|micu medical intensive care unit'],
  ['sicu', 'surgical icu|surgical intensive care unit|surgical intensive care|sicu surgical intensive care unit'],
  [
    'cvicu',
    'cardiovascular icu|cardiovascular intensive care unit|cardiovascular intensive care|cticu|cardiothoracic icu|cardiothoracic intensive care|cticu cardiothoracic intensive care|csicu|cvu|cardiac surgery icu',
  ],
  ['cvpicu', 'pediatric cvicu|pediatrics cvicu|peds cvicu|pediatric cardiovascular icu|cardiovascular picu'],
  [
    'ccu',
    'coronary care|coronary care unit|cardiac care unit|cicu|cardiac icu|cardiac intensive care unit|ccu coronary care|cardiac intensive care',
  ],
  ['neuro icu', 'nsicu|neuro intensive care|neurological icu|neuroscience icu|neuro critical care|neurosurgical icu|nccu'],
  ['burn icu', 'icu burn|burn unit|burn intensive care'],
  ['trauma icu', 'ticu|stticu|trauma intensive care'],
  [
    'pcu',
    'progressive care unit|progressive care|stepdown|step down|step down unit|imc|imcu|imu|intermediate care|intermediate care unit|intermediate medical care|pccu|dou|direct observation unit|sdu|pcu progressive care unit|dou direct observation unit|cardiac progressive care unit|pcu stepdown|pcu step down',
  ],
  ['telemetry', 'tele|tele unit'],
  [
    'medsurg',
    'ms|med surg|m s|medical surgical|medical surgery|medsurge|med surge|medical surg|msu|med surgical|medical surgical unit',
  ],
  ['er', 'ed|emergency room|emergency department|emergency|emergency services|emergency dept|ed emergency department|trauma er'],
  ['or', 'operating room|surgical services|surgery|or operating room|operating suite|main or'],
  ['or circulator', 'circulator|or circulate|circulating nurse|circulating rn'],
  ['cvor', 'cardiovascular or|cardiovascular operating room|cv or|open heart or|heart or'],
  [
    'pacu',
    'post anesthesia care unit|post anesthesia care|post anesthetic care|pacu post anesthetic care|recovery room|recovery|post op|postop|post operative|post anesthesia',
  ],
  ['preop', 'pre op|preoperative|pre operative|pre op holding'],
  ['labor delivery', 'l d|ld|l and d|labor and delivery|ldr|labor delivery recovery|ldrp|labor delivery and recovery'],
  [
    'postpartum',
    'post partum|mother baby|couplet care|couplet|mother baby couplet care post partum|mother baby postpartum|maternal newborn|mom baby|maternity|mbu|mother and baby',
  ],
  [
    'obgyn',
    'ob gyn|obstetrics and gynecology|obstetrics gynecology|obstetrician gynecologist|ob|obstetrics|gynecology|obstetricians and gynecologists|obstetrician|gynecologist|womens services|womens health|women s services|ob gyn physician',
  ],
  ['nursery', 'newborn nursery|well baby|level ii nursery'],
  [
    'cath lab',
    'cardiac cath lab|catheterization lab|ccl|cardiac catheterization lab|cardiac catheterization laboratory|cath laboratory|cardiac catheterization',
  ],
  ['ep lab', 'electrophysiology|electrophysiology lab|ep'],
  ['interventional radiology', 'ir|ir rn|vascular interventional|interventional rad'],
  ['endoscopy', 'endo|gi lab|gi|gastrointestinal lab'],
  ['pediatric', 'peds|ped|pediatrics|paediatric|pediatric unit|children'],
  ['oncology', 'onc|hematology oncology|heme onc|hem onc|hematology and oncology|cancer|oncologist'],
  ['orthopedic', 'ortho|orthopaedic|orthopedics|orthopaedics|orthopedist'],
  ['neurology', 'neuro|neurological|neuroscience|neurologist|neurologists'],
  ['psychiatric', 'psych|behavioral health|mental health|psychiatry|bh|behavioral|mental health unit|psychiatric unit'],
  [
    'rehabilitation',
    'rehab|inpatient rehab|ip rehab|acute rehab|irf|physical medicine and rehab|physical medicine and rehabilitation|pmr physical medicine and rehab|pm and r|pmr|pm r',
  ],
  ['ltc', 'long term care|nursing home|skilled nursing facility|snf|skilled nursing|long term care facility|assisted living'],
  ['ltac', 'ltach|long term acute care|long term acute'],
  ['home health', 'hh|home care|homecare|home healthcare|home health care'],
  ['hospice', 'palliative|palliative care|hospice palliative'],
  ['outpatient', 'op|out patient|ambulatory|outpatient clinic|ambulatory care|clinic|ambulatory clinic'],
  ['inpatient', 'ip|in patient|acute care hospital|acute care|acute'],
  ['dialysis', 'hemodialysis|renal|nephrology|renal dialysis|hemo dialysis|acute dialysis'],
  ['wound care', 'woc|wound ostomy|wound|wocn|wound ostomy continence'],
  ['float', 'float pool|resource pool|system float|float team'],
  ['observation', 'obs|observation unit|cdu|clinical decision unit'],
  ['infusion', 'iv therapy|infusion center|infusion therapy|iv infusion'],
  ['vascular access', 'picc|picc line|iv team|vascular access team'],
  ['bone marrow transplant', 'bmt|oncology bmt|bone marrow'],
  ['same day surgery', 'outpatient surgery|ambulatory surgery|asc|sds|day surgery|ambulatory surgery center'],
  ['corrections', 'correctional|correctional health|correction|jail|prison|correctional facility'],
  ['occupational health', 'occ health|employee health|occupational medicine'],
  ['school', 'school based|schools|k 12'],
  ['quality', 'qa|quality assurance|quality improvement'],
  ['educator', 'nurse educator|clinical educator|education|staff educator'],
  ['supervisor', 'house supervisor|nursing supervisor|house sup|nurse supervisor|charge|charge nurse'],
  ['maternal fetal', 'maternal fetal medicine|mfm|perinatal'],
  ['radiology', 'imaging|diagnostic imaging|radiology sonography|radiology cardiology|medical imaging'],
  ['therapy', 'therapy rehabilitation|therapy rehab|rehabilitation therapy'],
  ['laboratory', 'lab|laboratories|medical laboratory|clinical laboratory'],
  ['cardiology', 'cardiac|cardiovascular|heart|cardio|cardiologist|cardiologists'],
  // Fields without a unit of their own
  [
    'internal medicine',
    'internist|gastroenterologist|gastroenterology|pulmonologist|pulmonology|endocrinologist|endocrinology|rheumatologist|rheumatology|geriatrician|nephrologist|proctologist|hepatologist|general internal medicine',
  ],
  ['ear nose throat', 'ent|otolaryngologist|otolaryngology|laryngologist|rhinologist|otologist'],
  ['nutrition', 'diet|dietary|nutritional|dietetics|dietetic'],
  ['sterilization', 'sterilizer|sterilizing|sterilizers|sterile|sterile processor'],
  [
    'transcription',
    'transcriptionist|transcriptionists|transcriber|scribe|scribes|medical transcriptionist|medical transcriptionists|medical scribe|dictation',
  ],
  ['substance abuse', 'chemical dependency|addiction|drug abuse|alcohol|detox|detoxification|substance use|recovery support'],
  ['optical', 'optician|opticians|eyeglass|eyeglasses|spectacle|contact lens|opticians dispensing|dispensing optician'],
  ['ophthalmic', 'ophthalmologist|ophthalmologists|ophthalmology|ophthalmological|ocular|eye|vitreoretinal|retina'],
  ['intensivist', 'hospitalist|hospitalists|nocturnist'],
  ['anesthesia', 'anesthetist|anesthesiology|anesthetic|anesthesiologist|anesthesiologists'],
  ['sports', 'sport|athletic|athletics'],
  ['geriatric', 'gerontology|gerontological|geriatrics|elder|eldercare|elderly|senior care'],
  ['neonatal', 'newborn|neonatology|neonatologist|infant|prenatal|antenatal'],
  // Words for a role, alone or after a field
  ['nurse', 'nurses|nursing'],
  ['surgeon', 'surgeons'],
  ['counselor', 'counselors|counsellor|counseling'],
  ['clerk', 'clerks'],
  ['specialist', 'specialists'],
  ['coordinator', 'coordinators'],
  ['technologist', 'technologists'],
  ['technician', 'tech|techs|technicians|tec'],
  ['assistant', 'asst|assist|assistants|assitant|associate'],
  ['aide', 'aid|aides|attendant|helper'],
  ['certified', 'cert|board certified'],
  ['licensed', 'lic'],
  ['administrator', 'admin|adminstrator|administrators'],
  ['manager', 'mgr|managers|management|director|supervisor manager'],
];

/** Spelling (folded words separated by spaces) -> concept. */
export const CONCEPTS: ReadonlyMap<string, string> = new Map(
  SPELLINGS.flatMap(([concept, written]) => [
    [concept, concept] as const,
    ...written.split('|').map((one) => [one, concept] as const),
  ]),
);

/** Number of words in the longest spelling. */
export const LONGEST_SPELLING = Math.max(...[...CONCEPTS.keys()].map((spelling) => spelling.split(' ').length));

/** Grammar and similar words without meaning. */
export const SILENT_TERM_WORDS: ReadonlySet<string> = new Set(
  'and or of the for in a an to with all other except unit care services service level position job staff'.split(' '),
);

/** Units for roles. A text that ends in one means a person in that role. */
export const ROLES: ReadonlySet<string> = new Set([
  'technician',
  'technologist',
  'aide',
  'assistant',
  'nurse',
  'rn',
  'lpn',
  'np',
  'physician',
  'surgeon',
  'therapy',
  'counselor',
  'psychologist',
  'manager',
  'administrator',
  'social worker',
  'clerk',
]);
