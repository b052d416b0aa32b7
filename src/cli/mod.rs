//! The command line: arguments to requests, outcomes to output and exit statuses.
