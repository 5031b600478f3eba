// What every page of React brings: nothing is drawn.
import { createRoot } from 'react-dom/client';
import { useState } from 'react';

Object.assign(window, { __bench: { createRoot, useState } });
