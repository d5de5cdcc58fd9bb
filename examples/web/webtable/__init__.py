"""A table in the browser: a small server that plays Tausend and Duizenden with the library.

tables    a table as a value, and what can happen to it
policy    what plays the empty seats
protocol  the frames between the page and the server
hall      the tables of the process, who is connected to them, the computers' turns
pages     what is fetched: pages, cards, words, records
app       the routes
"""
