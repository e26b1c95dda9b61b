export { TimelinePage } from './timeline/TimelinePage'
