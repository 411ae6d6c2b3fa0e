import { people, type People } from './people.ts'

/** Common names in Western and Northern Europe, and in the countries that speak Spanish and Portuguese. */
export const westernEurope: readonly People[] = [
  people(
    'English',
    `James John Robert Michael William David Richard Thomas Charles Daniel Matthew Anthony Mark Steven Paul Andrew Kevin Brian George Edward
    Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Nancy Margaret Lisa Betty Dorothy Ashley Emily Helen Rachel Laura`,
    `Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke
    Patterson Harrison Hughes Edwards Turner Cooper Baker Mitchell Carter Phillips Morgan Bennett Richardson Watson Brooks Foster Hamilton Graham
    Reynolds Griffin`,
  ),
  people(
    'German',
    `Hans Peter Wolfgang Klaus Jürgen Dieter Manfred Uwe Stefan Andreas Matthias Markus Christian Sebastian Florian Tobias Jan Lukas Felix Jonas
    Ursula Monika Petra Sabine Renate Helga Karin Brigitte Ingrid Susanne Claudia Birgit Heike Andrea Silke Katrin Anja Julia Lena Hannah`,
    `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz
    Zimmermann Braun Krüger Hofmann Hartmann Lange Werner Schmitt Krause Meier Lehmann Huber Mayer Herrmann König Walter Kaiser Fuchs Scholz
    Weiß Jung`,
  ),
  people(
    'French',
    `Jean Pierre Michel André Philippe Alain Bernard Jacques Daniel Gérard Patrick Christophe Nicolas Laurent Frédéric Olivier Julien Thierry
    Guillaume Antoine Marie Nathalie Isabelle Sylvie Catherine Françoise Monique Valérie Sandrine Céline Aurélie Camille Juliette Claire Sophie
    Hélène Mathilde Chloé Élise Brigitte`,
    `Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia Bertrand Roux Vincent Fournier
    Morel Girard Mercier Dupont Lambert Bonnet Rousseau Blanc Guérin Muller Faure Perrin Gauthier Chevalier Lemaire Masson Renard Giraud Barbier
    Arnaud Brunet`,
  ),
  people(
    'Italian',
    `Giuseppe Giovanni Antonio Mario Luigi Francesco Angelo Vincenzo Pietro Salvatore Carlo Franco Domenico Paolo Michele Giorgio Andrea Marco
    Stefano Alessandro Maria Anna Giuseppina Rosa Angela Giovanna Teresa Lucia Carmela Caterina Francesca Paola Laura Chiara Elena Valentina
    Silvia Federica Martina Giulia`,
    `Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Conti De_Luca Mancini Costa Giordano Rizzo Lombardi Moretti
    Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone Longo Gentile Martinelli Vitale Lombardo Serra Coppola De_Santis
    Marchetti Parisi`,
  ),
  people(
    'Spanish',
    `José Antonio Manuel Francisco Juan David Javier Carlos Jesús Daniel Miguel Rafael Pedro Ángel Alejandro Fernando Luis Pablo Sergio Jorge María
    Carmen Ana Isabel Laura Cristina Marta Lucía Pilar Dolores Elena Raquel Sara Paula Mercedes Rosario Beatriz Teresa Silvia Patricia`,
    `García González Rodríguez Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Álvarez Muñoz Romero Alonso
    Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz
    Iglesias`,
  ),
  people(
    'Portuguese',
    `João António José Manuel Francisco Luís Carlos Paulo Pedro Miguel Rui Nuno Tiago Ricardo Bruno Rafael Gustavo Felipe Thiago Marcelo Ana Maria
    Joana Inês Mariana Beatriz Catarina Sofia Carolina Fernanda Juliana Camila Larissa Patrícia Aline Vanessa Luciana Cláudia Teresa Adriana`,
    `Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Martins Jesus Sousa Fernandes Gonçalves Gomes Lopes Marques Alves Almeida Ribeiro Pinto
    Carvalho Teixeira Moreira Correia Mendes Nunes Soares Vieira Monteiro Cardoso Rocha Raposo Neves Coelho Cruz Cunha Pires Ramos Reis Simões
    Barbosa`,
  ),
  people(
    'Dutch',
    `Jan Johannes Cornelis Hendrik Willem Pieter Gerrit Jacob Dirk Maarten Bas Sander Jeroen Wouter Thijs Daan Bram Sven Ruben Joost Maria Johanna
    Anna Elisabeth Cornelia Wilhelmina Margaretha Femke Sanne Lotte Anouk Marieke Esther Ingrid Monique Marloes Floor Eva Iris Saskia`,
    `De_Jong Jansen De_Vries Van_den_Berg Van_Dijk Bakker Janssen Visser Smit Meijer De_Boer Mulder De_Groot Bos Vos Peters Hendriks Van_Leeuwen
    Dekker Brouwer De_Wit Dijkstra Smits De_Graaf Van_der_Meer Kok Jacobs De_Haan Vermeulen Van_den_Heuvel Van_der_Veen Schouten Van_Beek Willems
    Hoekstra Koster Prins Huisman Kuipers Postma`,
  ),
  people(
    'Scandinavian',
    `Lars Erik Anders Per Karl Johan Nils Olof Magnus Henrik Søren Jens Mads Rasmus Kristian Ole Bjørn Håkon Sigurd Leif Anna Kristina Ingrid Karin
    Birgitta Astrid Solveig Maja Freja Sigrid Liv Kirsten Mette Hanne Inger Randi Gunilla Linnea Elsa Tuva`,
    `Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Hansen Jensen Nielsen Pedersen Andersen Christensen
    Larsen Sørensen Rasmussen Jørgensen Olsen Johansen Kristiansen Berg Haugen Hagen Bakken Lindberg Lindström Bergström Lundgren Sandberg
    Holm Lund Dahl Nygård Halvorsen Strand Ekström Nyström`,
  ),
  people(
    'Finnish',
    `Juhani Matti Mikko Antti Jukka Timo Kari Pekka Hannu Heikki Ville Janne Sami Petri Lauri Eero Olli Tuomas Aleksi Jussi Anna Maria Helena Johanna
    Kaarina Anneli Marjatta Liisa Hannele Päivi Tiina Sari Minna Riikka Sanna Kirsi Outi Aino Laura Elina`,
    `Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen Heinonen Niemi
    Heikkilä Salonen Kinnunen Turunen Salo Laitinen Tuominen Rantanen Karjalainen Jokinen Mattila Savolainen Lahtinen Ahonen Ojala Leppänen Väisänen
    Hiltunen Kallio Miettinen Pitkänen Rantala Manninen Anttila`,
  ),
]
