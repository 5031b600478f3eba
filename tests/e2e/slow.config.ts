import config from './playwright.config.ts';
export default { ...config, timeout: 600_000, expect: { timeout: 90_000 }, use: { ...config.use, actionTimeout: 90_000 } };
