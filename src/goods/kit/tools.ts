/** The settings that lines with tools for texts and code share. */
export { toolSettings, toolWorkers, type ToolSettings } from '../tool-settings.ts'
