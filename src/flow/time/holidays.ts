/** A public holiday in China: its days off, and days worked instead. */
export interface Holiday {
  readonly name: string;
  /** The first and the last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly work: readonly string[];
}
export interface HolidayYear {
  readonly year: number;
  /** False while only the days the law names are known, not the notice of the State Council. */
  readonly isAnnounced: boolean;
  readonly holidays: readonly Holiday[];
}

/**
 * 2026 is as the State Council announced it in November 2025. 2027 has the statutory days
 * (全国年节及纪念日放假办法) only: how they are put together with weekends is announced each autumn.
 */
export const CHINESE_HOLIDAYS: readonly HolidayYear[] = [
  {
    year: 2026,
    isAnnounced: true,
    holidays: [
      { name: '元旦', from: '2026-01-01', to: '2026-01-03', work: ['2026-01-04'] },
      { name: '春节', from: '2026-02-15', to: '2026-02-23', work: ['2026-02-14', '2026-02-28'] },
      { name: '清明节', from: '2026-04-04', to: '2026-04-06', work: [] },
      { name: '劳动节', from: '2026-05-01', to: '2026-05-05', work: ['2026-05-09'] },
      { name: '端午节', from: '2026-06-19', to: '2026-06-21', work: [] },
      { name: '中秋节', from: '2026-09-25', to: '2026-09-27', work: [] },
      { name: '国庆节', from: '2026-10-01', to: '2026-10-07', work: ['2026-09-20', '2026-10-10'] },
    ],
  },
  {
    year: 2027,
    isAnnounced: false,
    holidays: [
      { name: '元旦', from: '2027-01-01', to: '2027-01-01', work: [] },
      { name: '春节', from: '2027-02-05', to: '2027-02-08', work: [] },
      { name: '清明节', from: '2027-04-05', to: '2027-04-05', work: [] },
      { name: '劳动节', from: '2027-05-01', to: '2027-05-02', work: [] },
      { name: '端午节', from: '2027-06-09', to: '2027-06-09', work: [] },
      { name: '中秋节', from: '2027-09-15', to: '2027-09-15', work: [] },
      { name: '国庆节', from: '2027-10-01', to: '2027-10-03', work: [] },
    ],
  },
];
